package io.github.etl2jfr.agent;

import io.github.etl2jfr.agent.feed.ToldTraces;
import io.github.etl2jfr.agent.live.AgentThread;
import io.github.etl2jfr.agent.live.UnavailableException;
import io.github.etl2jfr.options.UsageException;
import java.lang.instrument.Instrumentation;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the JVM calls. Nothing that goes wrong here gets to the application. Touches no class of JFR before it knows
 * that there is one: not every image has it.
 */
public final class Agent {
    /** What ends the agent that is there, in place of options. */
    static final String STOP = "stop";

    /** Before the options may be who asks, to be told if there is no agent for them. */
    private static final String ASKER = "asker=";

    private static final Pattern ASKED = Pattern.compile("(?:" + ASKER + "([^,]+),)?(.*)", Pattern.DOTALL);

    private static final String FLIGHT_RECORDER = "jdk.jfr";

    /** How long a stopped agent's last words can be read. */
    private static final Duration LAST_WORDS = Duration.ofSeconds(5);

    /** What runs that have ended wrote. */
    private static final ToldTraces TOLD = new ToldTraces();

    /** The recording that whichever run started. */
    private static final StartedRecording RECORDING = new StartedRecording();

    private static AgentRun current;

    private Agent() {}

    /** Where {@code -javaagent} begins. */
    public static void premain(String arguments, Instrumentation instrumentation) {
        enter(arguments, instrumentation, true);
    }

    /** Where an agent begins that is attached. */
    public static void agentmain(String arguments, Instrumentation instrumentation) {
        enter(arguments, instrumentation, false);
    }

    private static void enter(String arguments, Instrumentation instrumentation, boolean isJvmStarting) {
        try {
            if (STOP.equals(arguments)) {
                stop();
            } else {
                start(arguments, instrumentation, isJvmStarting);
            }
        } catch (Throwable e) {
            refuse(Failure.message(e));
        }
    }

    /** Options that have an agent's refusal told to who asks. */
    static String asked(String asker, String options) {
        return ASKER + asker + "," + options;
    }

    private static void refuse(String reason) {
        Log.line("agent does not start: " + reason);
    }

    private static synchronized void start(String arguments, Instrumentation instrumentation, boolean isJvmStarting)
            throws UsageException, UnavailableException {
        Matcher asked = ASKED.matcher(arguments == null ? "" : arguments);
        asked.matches();
        if (current != null && current.goesOn()) {
            String reason = "there is one already, which " + current.status().text();
            if (asked.group(1) != null) {
                Status.refuse(asked.group(1), reason);
            }
            refuse(reason);
            return;
        }
        try {
            if (ModuleLayer.boot().findModule(FLIGHT_RECORDER).isEmpty()) {
                // An image may have it, and a modular application not ask for it.
                throw new UnavailableException(
                        "this JVM runs without its flight recorder; start it with --add-modules %s, or with a Java that has it"
                                .formatted(FLIGHT_RECORDER));
            }
            current = new AgentRun(AgentOptions.parse(asked.group(2)), TOLD, RECORDING, instrumentation, isJvmStarting);
            current.start();
        } catch (Throwable e) {
            current = null;
            new Status(Status.Phase.FAILED, Failure.message(e)).publish();
            throw e;
        }
    }

    private static synchronized void stop() {
        if (current == null) {
            RECORDING.close();
        } else {
            current.stop();
            if (current.isActive()) {
                // It is still to be seen, and no other may begin beside it.
                return;
            }
        }
        current = null;
        forgetLater();
    }

    /** Whoever stopped it reads the status first. */
    private static void forgetLater() {
        Thread thread = new AgentThread(
                () -> {
                    try {
                        Thread.sleep(LAST_WORDS.toMillis());
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                    forget();
                },
                "etl2jfr last words");
        thread.start();
    }

    private static synchronized void forget() {
        if (current == null) {
            Status.forget();
        }
    }
}
