package io.github.etl2jfr.kernel;

import static io.github.etl2jfr.kernel.EventUnderTest.cut;
import static io.github.etl2jfr.kernel.EventUnderTest.event;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.etl2jfr.etl.EventCursor;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Layouts: the documented classes Process_V0_TypeGroup1 to Process_TypeGroup1 (version 3); versions 4 and 5:
 * nobody documents them; they are those of recorded traces.
 */
class ProcessRecordTest {
    private static final int HOOK = 0x0301;
    private static final String IDS = "E8030000 04000000 02000000 FBFFFFFF";
    private static final String NO_SID = "00000000";

    /** S-1-5-18. */
    private static final String SID = "01 01 000000000005 12000000";

    /** S-1-5-21-1-2-3-1001. */
    private static final String LONG_SID = "01 05 000000000005 15000000 01000000 02000000 03000000 E9030000";

    private static final String IMAGE = "61 E4 2E 65 78 65 00";
    private static final String COMMAND_LINE = "6100 E400 2000 2D00 7800 0000";
    private static final String PACKAGE_AND_APPLICATION = "7000 0000 6700 0000";

    private static String pointer(int size) {
        return size == 8 ? "DDDDDDDDDDDDDDDD" : "DDDDDDDD";
    }

    private static String withUser(String sid, int pointerSize) {
        return pointer(pointerSize) + pointer(pointerSize) + sid;
    }

    private static String beforeSid(int version, int pointerSize) {
        if (version == 0) {
            String rest = pointerSize == 8 ? "00000000" : "";
            return "E8030000" + rest + "04000000" + rest;
        }
        return pointer(pointerSize)
                + IDS
                + (version >= 3 ? pointer(pointerSize) : "")
                + (version >= 4 ? "F1F1F1F1" : "");
    }

    private static String afterSid(int version) {
        return IMAGE
                + (version >= 2 ? COMMAND_LINE : "")
                + (version >= 4 ? PACKAGE_AND_APPLICATION : "")
                + (version >= 5 ? "8877665544332211" : "");
    }

    record Layout(int version, int pointerSize) {}

    static List<Layout> layouts() {
        List<Layout> layouts = new ArrayList<>();
        for (int version = 0; version <= 5; version++) {
            layouts.add(new Layout(version, 4));
            layouts.add(new Layout(version, 8));
        }
        return layouts;
    }

    /** With each form of the user: four zero bytes, and a TOKEN_USER with a SID of 1, 5 or no sub-authorities. */
    @ParameterizedTest
    @MethodSource("layouts")
    void everyField(Layout layout) {
        int version = layout.version;
        int pointerSize = layout.pointerSize;
        for (String sid : new String[] {
            NO_SID,
            withUser(SID, pointerSize),
            withUser(LONG_SID, pointerSize),
            withUser("01 00 000000000005", pointerSize)
        }) {
            ProcessRecord process = ProcessRecord.read(
                    event(HOOK, version, pointerSize, beforeSid(version, pointerSize) + sid + afterSid(version)));

            assertThat(process.processId()).isEqualTo(1000);
            assertThat(process.parentId()).isEqualTo(4);
            assertThat(process.sessionId()).isEqualTo(version == 0 ? -1 : 2);
            assertThat(process.exitStatus()).isEqualTo(version == 0 ? 0 : -5);
            assertThat(process.image()).isEqualTo("aä.exe");
            assertThat(process.commandLine()).isEqualTo(version < 2 ? null : "aä -x");
            assertThat(process.cutOff()).isFalse();
        }
    }

    /** At 00 the key, 08 process id, 0C parent, 10 session, 14 exit status, 18 directory table, 20 flags, 24 SID. */
    @Test
    void offsetsOfVersion4() {
        String payload = "DDDDDDDDDDDDDDDD E8030000 04000000 02000000 FBFFFFFF EEEEEEEEEEEEEEEE F1F1F1F1 00000000"
                + "61 2E 65 78 65 00 6100 0000 7000 0000 6700 0000";
        assertThat(read(4, payload)).isEqualTo(new ProcessRecord(1000, 4, 2, -5, "a.exe", "a", false));
    }

    @Test
    void missingNuls() {
        assertNames(read(4, beforeSid(4, 8) + NO_SID + "61 62 63"), "abc", null);
        assertNames(read(4, beforeSid(4, 8) + NO_SID + "61 62 00"), "ab", "");
        assertNames(read(4, beforeSid(4, 8) + NO_SID + "61 62 00 61"), "ab", "");
        assertNames(read(4, beforeSid(4, 8) + NO_SID + "61 62 00 6100 62"), "ab", "a");
        assertNames(read(4, beforeSid(4, 8) + NO_SID + "61 62 00 6100 6200"), "ab", "ab");
        assertNames(read(4, beforeSid(4, 8) + NO_SID + "00 6100 0000"), "", "a");
        assertNames(read(4, beforeSid(4, 8) + NO_SID + "00 0000"), "", "");
        assertNames(read(1, beforeSid(1, 8) + NO_SID + "61 62 00 6100 0000"), "ab", null);
    }

    @Test
    void namesThatTheEventCutsOff() {
        for (String cutOff : List.of("", "61 62 63", "61 62 00 61", "61 62 00 6100 62", "61 62 00 6100 6200")) {
            assertThat(read(4, beforeSid(4, 8) + NO_SID + cutOff).cutOff()).isTrue();
        }
        // No command line at all, or none in this version.
        assertThat(read(4, beforeSid(4, 8) + NO_SID + "61 62 00").cutOff()).isFalse();
        assertThat(read(4, beforeSid(4, 8) + NO_SID + "61 62 00 6100 0000").cutOff())
                .isFalse();
        assertThat(read(1, beforeSid(1, 8) + NO_SID + "61 62 00 6100").cutOff()).isFalse();
        assertThat(read(4, beforeSid(4, 8)).cutOff()).isTrue();
    }

    @Test
    void recordThatEndsInOrBeforeTheSid() {
        assertNames(read(4, beforeSid(4, 8)), null, null);
        assertNames(read(4, beforeSid(4, 8) + "00 00 00"), null, null);
        assertNames(read(4, beforeSid(4, 8) + NO_SID), "", null);
        String user = withUser(LONG_SID, 8);
        int whole = user.replace(" ", "").length() / 2;
        String bytes = beforeSid(4, 8) + user;
        for (int size = 0; size < whole; size++) {
            ProcessRecord process = ProcessRecord.read(cut(HOOK, 4, 8, bytes, 0x24 + size));
            assertThat(process.processId()).isEqualTo(1000);
            assertNames(process, null, null);
        }
        assertNames(read(4, bytes), "", null);
    }

    /** A sub-authority count that no SID has must not lead out of the event. */
    @Test
    void corruptSid() {
        assertNames(read(4, beforeSid(4, 8) + withUser("01 FF 000000000005 12000000", 8) + IMAGE), null, null);
    }

    private static void assertNames(ProcessRecord process, String image, String commandLine) {
        assertThat(process.image()).isEqualTo(image);
        assertThat(process.commandLine()).isEqualTo(commandLine);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5})
    void tooShort(int version) {
        for (int pointerSize = 4; pointerSize <= 8; pointerSize += 4) {
            String bytes = beforeSid(version, pointerSize);
            int whole = bytes.replace(" ", "").length() / 2;
            for (int size = 0; size < whole; size++) {
                assertThat(ProcessRecord.read(cut(HOOK, version, pointerSize, bytes, size)))
                        .isNull();
            }
            assertThat(ProcessRecord.read(event(HOOK, version, pointerSize, bytes)))
                    .isNotNull();
        }
    }

    private static ProcessRecord read(int version, String payload) {
        EventCursor event = event(HOOK, version, 8, payload);
        return ProcessRecord.read(event);
    }
}
