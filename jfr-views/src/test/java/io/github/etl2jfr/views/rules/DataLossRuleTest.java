package io.github.etl2jfr.views.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.etl2jfr.views.rules.MadeRecording.Who;
import org.junit.jupiter.api.Test;
import org.openjdk.jmc.flightrecorder.rules.Severity;

class DataLossRuleTest {
    @Test
    void warnsOfLostBuffers() throws Exception {
        Verdict verdict = verdict(new MadeRecording()
                .session()
                .loss("BufferLost", 1)
                .loss("EventsLost", 5)
                .loss("EventsLost", 2));
        assertThat(verdict.severity()).isEqualTo(Severity.WARNING);
        assertThat(verdict.summary()).contains("BufferLost 1, EventsLost 7");
        assertThat(verdict.explanation()).contains("The page Trace > Losses shows when and where");
        assertThat(verdict.solution()).startsWith("Record again").contains("-BufferSize");
    }

    /** To record again with larger buffers would not help. */
    @Test
    void tellsOfDamagedFiles() throws Exception {
        MadeRecording cut = new MadeRecording().session().loss("Truncated", 8);
        assertThat(verdict(cut).solution())
                .isEqualTo("The file is incomplete or damaged: copy it again once its session has been stopped.");
        assertThat(verdict(cut.loss("EventsLost", 1)).solution())
                .startsWith("The file is incomplete")
                .contains("stopped. Record again with more");
    }

    @Test
    void tellsOfAFewLostEvents() throws Exception {
        assertThat(verdict(new MadeRecording().session().loss("EventsLost", 5)).severity())
                .isEqualTo(Severity.INFO);
    }

    /** A name that is cut off costs no slice. */
    @Test
    void isSilentWhereAllSlicesAreWhole() throws Exception {
        assertThat(verdict(new MadeRecording().session().loss("CorruptBuffer", 9, "BufferRepeated", "Notice"))
                        .severity())
                .isEqualTo(Severity.OK);
        Verdict verdict = verdict(new MadeRecording()
                .session()
                .loss("CorruptEvent", 9, "NameWithoutEnd", "Notice")
                .loss("CorruptBuffer", 1, "BuffersOverlap", "Doubt"));
        assertThat(verdict.severity()).isEqualTo(Severity.WARNING);
        assertThat(verdict.summary()).contains("(CorruptBuffer 1)");
    }

    @Test
    void isSilentWhereNothingIsLost() throws Exception {
        Verdict verdict = verdict(new MadeRecording().session());
        assertThat(verdict.severity()).isEqualTo(Severity.OK);
        assertThat(verdict.summary()).isEqualTo("The trace lost nothing.");
    }

    @Test
    void isNotApplicableWithoutATrace() throws Exception {
        assertThat(verdict(new MadeRecording().pause(Who.vm("VM Thread", 12), 0, 1))
                        .severity())
                .isEqualTo(Severity.NA);
    }

    private static Verdict verdict(MadeRecording recording) throws Exception {
        return Verdict.of(new DataLossRule(), recording);
    }
}
