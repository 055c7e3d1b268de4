package io.github.etl2jfr.agent.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import jdk.jfr.Recording;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jmc.common.unit.UnitLookup;

/** Mission Control shows slices that follow each other without a gap, on lanes that take turns. */
class LiveMissionControlTest {
    private static final int SLICES = 20_000;

    @TempDir
    private Path directory;

    @Test
    void showsEachSliceOnce() throws Exception {
        LiveJvm.run(TakingTurns.class, directory);
        List<String> shown = Slices.ofMissionControl(directory.resolve("recording.jfr"));
        Set<String> distinct = new HashSet<>(shown);
        assertThat(distinct).hasSize(SLICES);
        assertThat(shown).hasSize(SLICES);
    }

    /** Its reader takes some numbers for unsigned. */
    @Test
    void showsWhatIsUnknown() throws Exception {
        LiveJvm.run(TakingTurns.class, directory);
        Path recording = directory.resolve("recording.jfr");
        assertThat(Slices.missionControlsValues(recording, "ThreadRunning", "processor"))
                .containsExactly(UnitLookup.NUMBER_UNITY.quantity(-1));
        assertThat(Slices.missionControlsValues(recording, "ThreadRunning", "priority"))
                .containsExactly(UnitLookup.NUMBER_UNITY.quantity(-1));
    }

    /** One processor: whoever stops running waits until it runs again. In the order of their ends. */
    static final class TakingTurns implements LiveJvm.Program {
        @Override
        public void run(Path directory) throws Exception {
            ThreadRegistry registry = ThreadRegistry.open();
            LiveRecorder recorder = LiveRecorder.open(LiveJvm.instrumentation(), registry);
            List<TracedThread> threads = registry.lasting();
            int count = threads.size();
            long[] since = new long[count];
            TracedSlice slice = new TracedSlice();
            try (Recording recording = new Recording()) {
                recording.start();
                long now = recorder.ticks();
                for (int i = 0; i < SLICES / 2; i++) {
                    long end = now + 10_000;
                    TracedThread leaves = threads.get(i % count);
                    TracedThread comes = threads.get((i + 1) % count);
                    recorder.running(slice.set(now, end - now, leaves, -1, false)
                            .running(-1, new Text("Waiting"), new Text("UserRequest"), comes));
                    long waiting = Math.max(since[(i + 1) % count], now - 7);
                    recorder.waiting(slice.set(waiting, end - waiting, comes, 0, false)
                            .waiting(new Text("UserRequest"), new Text("UserMode"), leaves));
                    since[i % count] = end;
                    now = end;
                }
                recording.dump(directory.resolve("recording.jfr"));
            }
        }
    }
}
