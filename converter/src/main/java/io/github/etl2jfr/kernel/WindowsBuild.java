package io.github.etl2jfr.kernel;

import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/** What depends on the build of Windows that recorded a trace. */
public final class WindowsBuild {
    /** First build of a release, and its name for people. */
    private static final NavigableMap<Integer, String> RELEASES = new TreeMap<>(Map.of(
            6000, "Windows Vista",
            7600, "Windows 7",
            9200, "Windows 8",
            9600, "Windows 8.1",
            10240, "Windows 10",
            22000, "Windows 11"));

    /** First build with a wait reason more, and the number of wait reasons from there on. Older ones have 37. */
    private static final NavigableMap<Integer, Integer> MAXIMUM_WAIT_REASON =
            new TreeMap<>(Map.of(9200, 39, 16299, 40, 22000, 41, 22621, 42, 26100, 43));

    /** Windows 10, the first that has it without the Windows Performance Toolkit. */
    private static final int FIRST_WITH_WPR = 10240;

    private static final int OLDEST_MAXIMUM_WAIT_REASON = 37;

    private WindowsBuild() {}

    /**
     * MaximumWaitReason of the build's KWAIT_REASON: in compact batches the first value that is not a
     * wait reason but a state.
     */
    public static int maximumWaitReason(int build) {
        Map.Entry<Integer, Integer> entry = MAXIMUM_WAIT_REASON.floorEntry(build);
        return entry == null ? OLDEST_MAXIMUM_WAIT_REASON : entry.getValue();
    }

    /** Whether wpr is part of it. */
    public static boolean hasWpr(int build) {
        return build >= FIRST_WITH_WPR;
    }

    /** The version for people, such as {@code Windows 10 (10.0.19045)}. Servers go by the name of the client with their kernel. */
    public static String describe(int major, int minor, int build) {
        Map.Entry<Integer, String> release = RELEASES.floorEntry(build);
        String name = release == null ? "Windows" : release.getValue();
        return name + " (" + major + "." + minor + "." + build + ")";
    }
}
