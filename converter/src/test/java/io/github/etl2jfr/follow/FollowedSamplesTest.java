package io.github.etl2jfr.follow;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.etl2jfr.etl.TraceFiles;
import io.github.etl2jfr.follow.TraceFollower.State;
import io.github.etl2jfr.scheduler.LiveScheduler.Silence;
import io.github.etl2jfr.testing.UnfinishedTrace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The samples, as if they were being recorded: what is told is what the whole file tells. */
class FollowedSamplesTest {
    static List<Path> samples() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("samples"))) {
            return files.filter(file -> file.toString().endsWith(".etl"))
                    .sorted()
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("samples")
    void bufferByBuffer(Path sample) throws Exception {
        Told.Whole whole = Told.of(sample);
        byte[] trace = Files.readAllBytes(sample);
        List<byte[]> buffers = TraceFiles.split(trace);
        try (GrowingTrace growing = new GrowingTrace(GrowingTrace.FOREVER, Silence.UNKNOWN)) {
            assertThat(growing.poll()).isEqualTo(State.WAITING_FOR_DATA);
            growing.append(UnfinishedTrace.of(buffers.get(0)));
            for (byte[] buffer : buffers.subList(1, buffers.size())) {
                growing.append(buffer);
                assertThat(growing.poll()).isEqualTo(State.FOLLOWING);
            }
            assertThat(growing.told.lines).hasSizeGreaterThan(whole.lines().size() / 4);
            growing.write(0, buffers.get(0));
            assertThat(growing.poll()).isEqualTo(State.ENDED);
            growing.finish();

            Told.assertSame(Told.beforeEnd(growing.told.lines), Told.beforeEnd(whole.lines()));
            Told.assertSame(Told.sorted(growing.told.lines), Told.sorted(whole.lines()));
            Told.assertSame(Told.names(growing.follower.threads()), whole.names());
            assertThat(Told.totals(growing.follower.damage())).isEqualTo(whole.damage());
            boolean compact = sample.toString().contains("compact");
            assertThat(growing.follower.isCompact()).isEqualTo(compact);
            assertThat(growing.follower.hasReadyEvents()).isEqualTo(!compact);
        }
    }

    /** The samples have no flush timer: on their quietest processor a buffer takes more than a second to fill. */
    @ParameterizedTest
    @MethodSource("samples")
    void allAtOnce(Path sample) throws Exception {
        Told.Whole whole = Told.of(sample);
        try (TraceFollower follower = TraceFollower.open(sample, Duration.ofSeconds(10), Silence.UNKNOWN)) {
            Told told = new Told(follower::threads, () -> follower.header().startTimestamp());
            assertThat(follower.poll(told)).isEqualTo(State.ENDED);
            follower.finish(told);
            Told.assertSame(Told.beforeEnd(told.lines), Told.beforeEnd(whole.lines()));
            Told.assertSame(Told.sorted(told.lines), Told.sorted(whole.lines()));
        }
    }
}
