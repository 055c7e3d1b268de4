package io.github.etl2jfr.etl.compression;

import java.util.Arrays;
import java.util.Comparator;
import java.util.PriorityQueue;

/** XPRESS with Huffman codes, written from [MS-XCA] 2.1: greedy, matches end with their block but begin in any. */
public final class XpressHuffmanEncoder {
    private static final int BLOCK = 1 << 16;
    private static final int MAX_DISTANCE = BLOCK - 1;
    private static final int END = 256;

    private XpressHuffmanEncoder() {}

    public static byte[] encode(byte[] data) {
        ByteSink out = new ByteSink();
        MatchFinder finder = new MatchFinder(data);
        int start = 0;
        do {
            int end = Math.min(start + BLOCK, data.length);
            // Alternating: the distance, or 0 for a literal, and the length, or the literal.
            int[] items = new int[2 * (end - start)];
            int count = 0;
            int[] frequencies = new int[512];
            for (int at = start; at < end; ) {
                if (finder.find(at, Math.max(0, at - MAX_DISTANCE), end, BLOCK)) {
                    items[count++] = finder.distance;
                    items[count++] = finder.length;
                    at += finder.length;
                } else {
                    items[count++] = 0;
                    items[count++] = data[at++] & 0xFF;
                }
                frequencies[symbol(items[count - 2], items[count - 1])]++;
            }
            boolean last = end == data.length;
            if (last) {
                frequencies[END]++;
            }
            Block block = new Block(out, codeLengths(frequencies));
            for (int i = 0; i < count; i += 2) {
                if (items[i] == 0) {
                    block.symbol(items[i + 1]);
                } else {
                    block.match(items[i], items[i + 1]);
                }
            }
            if (last) {
                block.symbol(END);
            }
            block.end();
            start = end;
        } while (start < data.length);
        return out.toByteArray();
    }

    private static int symbol(int distance, int length) {
        return distance == 0 ? length : 256 | highBit(distance) << 4 | Math.min(length - 3, 15);
    }

    private static int highBit(int value) {
        return 31 - Integer.numberOfLeadingZeros(value);
    }

    /** Of a Huffman tree; while that has codes of more than 15 bits, of one for flattened frequencies. */
    private static byte[] codeLengths(int[] frequencies) {
        if (Arrays.stream(frequencies).filter(f -> f > 0).count() < 2) {
            frequencies[frequencies[0] == 0 ? 0 : 1] = 1; // a code needs two symbols to be complete
        }
        while (true) {
            PriorityQueue<Node> nodes = new PriorityQueue<>(Comparator.comparingInt(Node::weight));
            for (int symbol = 0; symbol < frequencies.length; symbol++) {
                if (frequencies[symbol] > 0) {
                    nodes.add(new Node(frequencies[symbol], symbol, null, null));
                }
            }
            while (nodes.size() > 1) {
                Node left = nodes.remove();
                Node right = nodes.remove();
                nodes.add(new Node(left.weight + right.weight, -1, left, right));
            }
            byte[] lengths = new byte[512];
            if (nodes.remove().depth(0, lengths) <= 15) {
                return lengths;
            }
            for (int symbol = 0; symbol < frequencies.length; symbol++) {
                frequencies[symbol] = (frequencies[symbol] + 1) / 2;
            }
        }
    }

    private record Node(int weight, int symbol, Node left, Node right) {
        int depth(int own, byte[] lengths) {
            if (left == null) {
                lengths[symbol] = (byte) own;
                return own;
            }
            return Math.max(left.depth(own + 1, lengths), right.depth(own + 1, lengths));
        }
    }

    /** One block's codes and words. The two words under way lie before any other byte, as [MS-XCA] 2.1.4.3 has it. */
    static final class Block {
        private final ByteSink out;
        private final byte[] lengths;
        private final int[] codes = new int[512];
        private int wordAt;
        private int nextWordAt;
        private int word;
        private int free = 16;

        Block(ByteSink out, byte[] lengths) {
            this.out = out;
            this.lengths = lengths;
            int code = 0;
            for (int length = 1; length <= 15; length++) {
                code <<= 1;
                for (int symbol = 0; symbol < 512; symbol++) {
                    if (lengths[symbol] == length) {
                        codes[symbol] = code++;
                    }
                }
            }
            for (int i = 0; i < 256; i++) {
                out.put(lengths[2 * i] | lengths[2 * i + 1] << 4, 1);
            }
            wordAt = out.reserve(2);
            nextWordAt = out.reserve(2);
        }

        void symbol(int symbol) {
            bits(codes[symbol], lengths[symbol]);
        }

        void match(int distance, int length) {
            symbol(XpressHuffmanEncoder.symbol(distance, length));
            int rest = length - 3;
            if (rest >= 15) {
                out.put(Math.min(rest - 15, 255), 1);
                if (rest >= 15 + 255) {
                    out.put(rest < 1 << 16 ? rest : 0, 2);
                    if (rest >= 1 << 16) {
                        out.put(rest, 4);
                    }
                }
            }
            int distanceBits = highBit(distance);
            bits(distance - (1 << distanceBits), distanceBits);
        }

        private void bits(int value, int count) {
            if (count <= free) {
                free -= count;
                word = word << count | value;
                return;
            }
            int rest = count - free;
            out.set(wordAt, word << free | value >>> rest, 2);
            wordAt = nextWordAt;
            nextWordAt = out.reserve(2);
            word = value & ((1 << rest) - 1);
            free = 16 - rest;
        }

        void end() {
            out.set(wordAt, word << free, 2);
        }
    }
}
