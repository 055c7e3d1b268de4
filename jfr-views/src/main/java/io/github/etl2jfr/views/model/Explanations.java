package io.github.etl2jfr.views.model;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;

/**
 * What threads did during the JVM's events, by the slices of a recording that tells of both and does not explain the
 * ones by the others itself, as those do that an agent writes into.
 */
final class Explanations implements TraceSink {
    private static final String VM_THREAD = "VM Thread";

    /** Events of a thread at the same time, as many as the converter explains: what it did in further ones is unknown. */
    private static final int MOST_LAYERS = 1000;

    /** What a thread waited for, where that is not told. */
    private static final String UNKNOWN = "";

    private final JavaEvents events;
    private final Session.LeftOut leftOut;

    /** In the order of {@link JavaEvents#events}: what the event's thread did, and the VM thread if that did the work. */
    private final List<Share> own = new ArrayList<>();

    private final List<Share> ofVmThread = new ArrayList<>();

    private final Map<TraceThread, List<Layer>> byThread = new HashMap<>();
    private final ProcessorHistories processors = new ProcessorHistories();

    /** Threads that slices tell of. */
    private final Set<TraceThread> told = new HashSet<>();

    /** How often a slice may still be found to be in an event; more often only if slices of a thread overlap. */
    private long left;

    /** What a thread did in the time of an event. */
    private static final class Share {
        final TraceThread thread;
        final JavaEvent event;
        long running;
        long ready;
        long waiting;
        long longestReady;

        /** How long the thread waited, by reason. */
        final Map<String, Long> waits = new HashMap<>(2);

        /** Who ran while the thread was ready; null if that is not remembered. */
        ThreadTimes displacers = new ThreadTimes();

        /** How long it was ready, and it is not told who ran. */
        long untold;

        Share(TraceThread thread, JavaEvent event) {
            this.thread = thread;
            this.event = event;
        }

        long unknown() {
            return event.end() - event.start() - running - ready - waiting;
        }

        String waitReason() {
            return waits.entrySet().stream()
                    .max(Map.Entry.comparingByValue())
                    .map(Map.Entry::getKey)
                    .filter(reason -> !reason.equals(UNKNOWN))
                    .orElse(null);
        }
    }

    /** Some of a thread, one after the other without overlaps. */
    private static final class Layer {
        private final List<Share> shares = new ArrayList<>();

        /** Adds one that begins no earlier than the last, unless that has not ended by then. */
        boolean add(Share share) {
            boolean isFree =
                    shares.isEmpty() || shares.get(shares.size() - 1).event.end() <= share.event.start();
            return isFree && shares.add(share);
        }

        /** Tells of all that are in a time, the last first. */
        void visit(long from, long to, Consumer<Share> visitor) {
            int i = Sorted.countBefore(shares, share -> share.event.start(), to) - 1;
            for (; i >= 0 && shares.get(i).event.end() > from; i--) {
                visitor.accept(shares.get(i));
            }
        }
    }

    /**
     * Those of some events.
     *
     * @param all threads, of which one may be the VM thread
     * @param leftOut what of the trace is not in the recording
     */
    Explanations(JavaEvents events, Iterable<TraceThread> all, Session.LeftOut leftOut) {
        this.events = events;
        this.leftOut = leftOut;
        TraceThread vmThread = null;
        for (TraceThread thread : all) {
            if (vmThread == null
                    && thread.ofJvm()
                    && !thread.runsJava()
                    && thread.name().equals(VM_THREAD)) {
                vmThread = thread;
            }
        }
        Map<TraceThread, List<Share>> unordered = new HashMap<>();
        for (JavaEvent event : events.events()) {
            own.add(share(event.thread(), event, unordered));
            // Concurrent collectors tell of pauses themselves.
            boolean isForAnother = event.isPause() && vmThread != null && event.thread() != vmThread;
            ofVmThread.add(isForAnother ? share(vmThread, event, unordered) : null);
        }
        unordered.forEach((thread, shares) -> byThread.put(thread, layers(shares)));
        left = unordered.values().stream().mapToLong(List::size).sum();
    }

    private static List<Layer> layers(List<Share> shares) {
        shares.sort(Comparator.comparingLong(share -> share.event.start()));
        List<Layer> layers = new ArrayList<>();
        for (Share share : shares) {
            if (layers.stream().noneMatch(layer -> layer.add(share)) && layers.size() < MOST_LAYERS) {
                layers.add(new Layer());
                layers.get(layers.size() - 1).add(share);
            }
        }
        return layers;
    }

    private static Share share(TraceThread thread, JavaEvent event, Map<TraceThread, List<Share>> shares) {
        Share share = new Share(thread, event);
        shares.computeIfAbsent(thread, key -> new ArrayList<>()).add(share);
        return share;
    }

    @Override
    public void slice(Slice slice) {
        processors.add(slice);
        if (slice.kind() == Slice.Kind.IDLE || slice.thread() == null) {
            return;
        }
        told.add(slice.thread());
        for (Layer layer : byThread.getOrDefault(slice.thread(), List.of())) {
            if (left < 0) {
                return;
            }
            // It is in one event more than begin in it, if slices do not overlap.
            left++;
            layer.visit(slice.start(), slice.end(), share -> add(share, slice));
        }
    }

    private void add(Share share, Slice slice) {
        long from = Math.max(slice.start(), share.event.start());
        long to = Math.min(slice.end(), share.event.end());
        if (from >= to || --left < 0) {
            return;
        }
        switch (slice.kind()) {
            case RUNNING -> share.running += to - from;
            case WAITING -> {
                share.waiting += to - from;
                share.waits.merge(Objects.requireNonNullElse(slice.reason(), UNKNOWN), to - from, Long::sum);
            }
            case READY -> {
                share.ready += to - from;
                share.longestReady = Math.max(share.longestReady, to - from);
                addDisplacers(share, processors.during(slice.processor(), from, to), to - from);
            }
            case IDLE -> throw new IllegalArgumentException("a processor is no thread");
        }
    }

    /**
     * @param meanwhile null if it is not remembered who ran
     */
    private static void addDisplacers(Share share, ThreadTimes meanwhile, long ready) {
        if (meanwhile == null || share.displacers == null) {
            share.displacers = null;
            return;
        }
        share.displacers.addAll(meanwhile);
        share.untold += ready - meanwhile.total() - meanwhile.nobody();
    }

    /** All of threads that slices tell of. */
    List<Latency> latencies() {
        List<Latency> latencies = new ArrayList<>();
        for (int i = 0; i < own.size(); i++) {
            JavaEvent event = own.get(i).event;
            if (told.contains(event.thread())) {
                latencies.add(latency(own.get(i), ofVmThread.get(i)));
            }
        }
        return latencies;
    }

    /**
     * @param work what the VM thread did, if it did the work; else null
     */
    private Latency latency(Share share, Share work) {
        JavaEvent event = share.event;
        TraceThread culprit = culprit(share);
        Latency latency = new Latency(
                share.thread,
                event.start(),
                event.end() - event.start(),
                event.name(),
                events.detail(event),
                event.stackTrace(),
                share.running,
                share.ready,
                share.waiting,
                share.unknown(),
                share.longestReady,
                share.waitReason(),
                culprit,
                culprit != null && leftOut.tellsHowLong(share.untold) ? share.displacers.longestTime() : 0);
        return work == null
                ? latency
                : latency.of(work.thread, work.running, work.ready, work.waiting, work.unknown(), culprit(work));
    }

    /** Who ran longest while a thread was ready; null if nobody did or it is unknown. */
    private TraceThread culprit(Share share) {
        boolean isCertain = share.displacers != null
                && leftOut.tellsWho(share.displacers.longestTime(), share.displacers.margin(), share.untold);
        return isCertain ? share.displacers.longest() : null;
    }
}
