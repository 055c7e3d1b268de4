package io.github.etl2jfr.agent.feed;

import io.github.etl2jfr.etl.DamageLog;
import io.github.etl2jfr.etl.EtlFile;
import io.github.etl2jfr.etl.InputException;
import io.github.etl2jfr.etl.SessionClock;
import io.github.etl2jfr.kernel.IdentityLimits;
import io.github.etl2jfr.kernel.TraceSurvey;
import io.github.etl2jfr.options.TimeLimit;
import io.github.etl2jfr.options.UsageException;
import io.github.etl2jfr.parallel.Workers;
import io.github.etl2jfr.scheduler.EventMerge;
import io.github.etl2jfr.scheduler.ProcessDirectory;
import io.github.etl2jfr.scheduler.RecordedSwitches;
import io.github.etl2jfr.scheduler.Scheduler;
import io.github.etl2jfr.scheduler.SchedulerListener;
import io.github.etl2jfr.scheduler.ThreadDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CancellationException;

/** A trace whose session has ended, read as the converter reads it, but on the caller's thread alone. */
public final class FinishedTrace implements TraceSource {
    private final Path path;
    private final TimeLimit.Option from;
    private final TimeLimit.Option to;
    private final Duration delay;

    /**
     * @param from start, if asked for
     * @param to end, if asked for
     * @param delay how long after its last event it is read at the earliest
     */
    public FinishedTrace(Path path, TimeLimit.Option from, TimeLimit.Option to, Duration delay) {
        this.path = path;
        this.from = from;
        this.to = to;
        this.delay = delay;
    }

    @Override
    public void read(Receiver receiver, StopSignal stop) throws IOException, InputException, UsageException {
        try (EtlFile file = EtlFile.open(path);
                Workers nobody = Workers.none()) {
            DamageLog damage = new DamageLog();
            TraceSurvey survey = survey(file, damage, nobody, stop);
            stop.check();
            RecordedSwitches.require(file, survey, damage);
            SessionClock clock = file.clock();
            TimeLimit.Limits wanted =
                    TimeLimit.Limits.of(from, to, "the trace", clock, survey.firstTime(), survey.lastTime());
            long first = Math.max(survey.firstTime(), wanted.from());
            long last = Math.min(survey.lastTime(), wanted.to());
            ThreadDirectory threads = ThreadDirectory.of(file, survey, new ProcessDirectory(survey.identities()));
            survey.forgetIdentities();
            EventMerge events = new EventMerge(file, survey, damage, bytes -> {}, nobody);
            List<Long> damageTimes = survey.timesOf(damage.entries(), first, last);
            survey.forgetBuffers();
            awaitAge(clock.instant(last), stop);
            SchedulerListener listener = receiver.begin(
                    new TraceDescription(
                            path,
                            file.header(),
                            clock,
                            survey::isCompact,
                            survey::hasReadyEvents,
                            first,
                            clock.nanosBetween(survey.firstTime(), first),
                            clock.nanosBetween(last, survey.lastTime()),
                            damage,
                            damageTimes),
                    threads);
            new Scheduler(events, threads).replay(first, last, listener);
            damage.addRest(file.header());
            receiver.told(last);
        } catch (InputException e) {
            throw e.in(path);
        }
    }

    /** Keeps no more than the application can spare, and comes to an end when told to. */
    private TraceSurvey survey(EtlFile file, DamageLog damage, Workers nobody, StopSignal stop) throws IOException {
        try {
            return TraceSurvey.of(file, IdentityLimits.ofHeap(path), damage, nobody, bytes -> {
                if (stop.isStopped()) {
                    throw new CancellationException();
                }
            });
        } catch (IllegalStateException e) {
            stop.check();
            throw e;
        }
    }

    /** JFR tells late which threads there were. A trace that claims to be of the future is not waited for. */
    private void awaitAge(Instant last, StopSignal stop) throws IOException {
        Duration left = Duration.between(Instant.now(), last.plus(delay));
        if (!left.isNegative()) {
            stop.sleep(left.compareTo(delay) > 0 ? delay : left);
        }
    }
}
