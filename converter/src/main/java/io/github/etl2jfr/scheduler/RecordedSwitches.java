package io.github.etl2jfr.scheduler;

import io.github.etl2jfr.etl.Damage;
import io.github.etl2jfr.etl.DamageLog;
import io.github.etl2jfr.etl.EtlFile;
import io.github.etl2jfr.etl.InputException;
import io.github.etl2jfr.kernel.GroupMasks;
import io.github.etl2jfr.kernel.TraceSurvey;
import io.github.etl2jfr.kernel.WindowsBuild;

/** Whether a trace has context switches, without which there is nothing to convert. */
public final class RecordedSwitches {
    /** Whoever has no more than the program does without the profile. */
    private static final String OF_WPR =
            "record them with 'wpr -start scheduling.wprp!Scheduling -filemode' (or 'wpr -start CPU -filemode', which"
                    + " records more) and 'wpr -stop trace.etl'; docs/recording-a-trace.md has that profile and other"
                    + " tools";

    private static final String OF_XPERF =
            "record them with 'xperf -on PROC_THREAD+CSWITCH+DISPATCHER' and 'xperf -d trace.etl';"
                    + " docs/recording-a-trace.md has other tools";

    private RecordedSwitches() {}

    /**
     * Demands that there are some.
     *
     * @param damage what the survey found; told of what is missing, too, where that may be why there are none
     * @throws InputException if there are none, with the reason, as far as the trace tells
     */
    public static void require(EtlFile file, TraceSurvey survey, DamageLog damage) throws InputException {
        if (survey.hasSwitches()) {
            if (!survey.hasEvents()) {
                throw new InputException("no context switches in the trace that make sense");
            }
            return;
        }
        GroupMasks masks = survey.groupMasks();
        boolean wereEnabled = masks != null && masks.contextSwitches();
        if (masks == null || wereEnabled) {
            EventMerge.findMissing(file, survey, damage);
            requireNothingLost(damage);
        }
        if (wereEnabled) {
            damage.addRest(file.header());
            requireNothingLost(damage);
            throw new InputException("no context switches in the trace, although they were enabled");
        }
        throw new InputException("no context switches in the trace%s; %s"
                .formatted(
                        masks == null ? ", and it does not say whether they were enabled" : ": they were never enabled",
                        WindowsBuild.hasWpr(file.header().osBuild()) ? OF_WPR : OF_XPERF));
    }

    private static void requireNothingLost(DamageLog damage) throws InputException {
        for (DamageLog.Total total : damage.totals().values()) {
            Damage kind = total.first().kind();
            if (kind.severity() == Damage.Severity.LOSS) {
                throw new InputException("no context switches in what can be read of the trace; %s: %d (%s)"
                        .formatted(kind.label(), total.amount(), kind.explanation()));
            }
        }
    }
}
