package io.github.etl2jfr.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SyntheticTraceTest {
    /** One line a switch, and a check that the story holds together. */
    private static final class Chronicle implements SchedulerTruth {
        final List<String> switches = new ArrayList<>();
        final Map<Integer, Integer> running = new HashMap<>();
        final Set<Integer> waiting = new HashSet<>();
        final Set<Integer> live = new HashSet<>();
        final Set<Integer> everStarted = new HashSet<>();
        int reusedIds;
        long lastTime;

        @Override
        public void contextSwitch(
                long time,
                int processor,
                int oldThreadId,
                int newThreadId,
                int oldPriority,
                int newPriority,
                int oldState,
                int oldWaitReason,
                int newWaitTicks) {
            assertThat(time).isGreaterThan(lastTime);
            lastTime = time;
            Integer before = running.put(processor, newThreadId);
            if (before != null) {
                assertThat(oldThreadId).isEqualTo(before);
            }
            if (newThreadId != 0) {
                assertThat(running.values()).containsOnlyOnce(newThreadId);
                assertThat(waiting).doesNotContain(newThreadId);
                assertThat(live).contains(newThreadId);
            }
            if (oldState == Kernel.WAITING) {
                waiting.add(oldThreadId);
            }
            switches.add(processor + " " + time + " " + oldThreadId + "/" + oldPriority + " " + newThreadId + "/"
                    + newPriority + " " + oldState + " " + newWaitTicks);
        }

        @Override
        public void ready(long time, int processor, int wakerThreadId, int threadId) {
            waiting.remove(threadId);
            if (wakerThreadId != 0 && running.containsKey(processor)) {
                assertThat(running).containsEntry(processor, wakerThreadId);
            }
        }

        @Override
        public void threadStart(long time, int threadId, int processId, String name) {
            assertThat(live.add(threadId)).isTrue();
            if (!everStarted.add(threadId)) {
                reusedIds++;
            }
        }

        @Override
        public void threadEnd(long time, int threadId, int processId) {
            assertThat(live.remove(threadId)).isTrue();
        }
    }

    private static TraceOptions options() {
        return new TraceOptions().bufferSize(0x4000).processors(3);
    }

    @Test
    void storyHoldsTogetherAndIsInTheTrace() {
        Chronicle chronicle = new Chronicle();
        byte[] trace = new SyntheticTrace(1)
                .threads(20)
                .switches(20_000)
                .churnPerMille(20)
                .toTrace(options(), chronicle);

        assertThat(chronicle.switches).hasSize(20_000);
        assertThat(chronicle.reusedIds).isGreaterThan(10);
        assertThat(switches(trace).stream().sorted())
                .containsExactlyElementsOf(chronicle.switches.stream().sorted().toList());
    }

    @Test
    void seedDecides() {
        byte[] trace = new SyntheticTrace(1).switches(1000).toTrace(options());

        assertThat(new SyntheticTrace(1).switches(1000).toTrace(options())).isEqualTo(trace);
        assertThat(new SyntheticTrace(2).switches(1000).toTrace(options())).isNotEqualTo(trace);
    }

    /** The switches in an uncompressed trace of full events, in the chronicle's words. */
    private static List<String> switches(byte[] trace) {
        List<String> switches = new ArrayList<>();
        ByteBuffer file = ByteBuffer.wrap(trace).order(ByteOrder.LITTLE_ENDIAN);
        for (int buffer = 0; buffer < trace.length; buffer += file.getInt(buffer)) {
            int processor = file.getShort(buffer + 0x28);
            int end = buffer + file.getInt(buffer + 0x04);
            long lastTime = 0;
            for (int at = buffer + 0x48; at < end; at += file.getShort(at + 4) + 7 & ~7) {
                int type = file.get(at + 2);
                long time = file.getLong(at + (type == 0x11 ? 0x08 : 0x10));
                assertThat(time).isGreaterThanOrEqualTo(lastTime);
                lastTime = time;
                if (file.getShort(at + 6) == 0x0524) {
                    int payload = at + 0x10;
                    switches.add(processor + " " + time + " " + file.getInt(payload + 4) + "/" + file.get(payload + 9)
                            + " " + file.getInt(payload) + "/" + file.get(payload + 8) + " " + file.get(payload + 0xE)
                            + " " + file.getInt(payload + 0x10));
                }
            }
        }
        return switches;
    }
}
