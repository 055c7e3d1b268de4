package io.github.etl2jfr.views.rules;

import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.openjdk.jmc.common.IMCThread;
import org.openjdk.jmc.common.IMCThreadGroup;
import org.openjdk.jmc.common.unit.UnitLookup;
import org.openjdk.jmc.common.util.IPreferenceValueProvider;
import org.openjdk.jmc.common.util.TypedPreference;
import org.openjdk.jmc.flightrecorder.jdk.JdkAttributes;
import org.openjdk.jmc.flightrecorder.jdk.JdkTypeIDs;

/**
 * Which threads belong to the JVM that is looked at. Where a JVM's own recording was merged in, its process;
 * otherwise all programs of certain names.
 */
final class JvmThreads implements Predicate<IMCThread> {
    static final TypedPreference<String> PROGRAMS = new TypedPreference<>(
            "etl2jfr.jvm.programs",
            "Programs that are JVMs",
            "A regular expression for their names, with or without process ids: java\\.exe \\(4711\\); used where"
                    + " no JVM's own recording was merged in",
            UnitLookup.PLAIN_TEXT.getPersister(),
            "javaw?\\.exe");

    /** Why a rule about them cannot tell anything. */
    static final String NONE =
            "The recording has no thread of a JVM. Which programs are JVMs is a preference of this rule.";

    /** Names that HotSpot gives threads that bring a garbage collection or a VM operation forward. */
    private static final Pattern COLLECTOR_OR_VM = Pattern.compile(
            "VM Thread( .*)?|.*GC (task )?[Tt]hread.*|G1 .*|[XZ](Worker|Driver|Director).*|Shenandoah.*");

    /** Names of threads among them that do their part between pauses, or only ask for one. */
    private static final Pattern CONCURRENT =
            Pattern.compile("G1 .*|[XZ](Driver|Director).*|Shenandoah Control Thread");

    /** Names of compiler threads: Java threads, but in native code, which a safepoint does not wait for. */
    private static final Pattern COMPILER = Pattern.compile("C[12] CompilerThread.*");

    private final Pattern processes;

    /** Those that were asked about: few, and each has many events. */
    private final IdentityHashMap<IMCThread, Boolean> known = new IdentityHashMap<>();

    private JvmThreads(Pattern processes) {
        this.processes = processes;
    }

    static JvmThreads of(RecordedEvents events, IPreferenceValueProvider preferences) {
        Set<String> ids = new HashSet<>();
        events.forEach(JdkTypeIDs.VM_INFO, event -> ids.add(event.text(JdkAttributes.PID)));
        return new JvmThreads(
                ids.isEmpty() ? programs(preferences) : Pattern.compile(".* \\((" + String.join("|", ids) + ")\\)"));
    }

    /** What matches a process, {@code java.exe (4711)}, that runs one of these programs. */
    static Pattern programs(IPreferenceValueProvider preferences) {
        // What has no id is no process: threads that stand for processors have a group, too.
        return Pattern.compile(
                "(?=(?s:.*) \\(\\d+\\)$)(" + preferences.getPreferenceValue(PROGRAMS) + ")( \\(\\d+\\))?");
    }

    @Override
    public boolean test(IMCThread thread) {
        return known.computeIfAbsent(
                thread,
                one -> isNamedByJvm(one) || processes.matcher(process(one)).matches());
    }

    /** Whether a thread of the JVM collects garbage or does VM operations, rather than running Java code. */
    static boolean isCollectorOrVm(IMCThread thread) {
        return isNamed(thread, COLLECTOR_OR_VM);
    }

    /** Whether a pause can wait for a thread of the JVM that is not the one that pauses. */
    static boolean worksInPauses(IMCThread thread) {
        return thread.getThreadName() != null && worksInPauses(thread.getThreadName());
    }

    static boolean worksInPauses(String name) {
        return COLLECTOR_OR_VM.matcher(name).matches()
                && !CONCURRENT.matcher(name).matches();
    }

    /** Whether a thread of the JVM compiles. */
    static boolean isCompiler(IMCThread thread) {
        return isNamed(thread, COMPILER);
    }

    private static boolean isNamed(IMCThread thread, Pattern names) {
        String name = thread.getThreadName();
        return name != null && names.matcher(name).matches();
    }

    /** Such a thread is the constant of the JVM's own recording; all others have negative ids. */
    static boolean isNamedByJvm(IMCThread thread) {
        Long javaId = thread.getThreadId();
        return javaId != null && javaId >= 0;
    }

    /** Whether the JVM's own recording tells that it is a Java thread: the JVM's others have no id there. */
    static boolean runsJava(IMCThread thread) {
        return isNamedByJvm(thread) && thread.getThreadId() > 0;
    }

    /** Program and id of a thread's process, which recordings tell by the thread's group. */
    static String process(IMCThread thread) {
        if (isNamedByJvm(thread)) {
            return "the JVM";
        }
        IMCThreadGroup group = thread.getThreadGroup();
        return group == null || group.getName() == null ? "unknown program" : group.getName();
    }
}
