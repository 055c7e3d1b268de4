package io.github.etl2jfr.agent;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.security.ProtectionDomain;
import java.util.Arrays;

/** An agent that is in the same JVM, and does over all classes, again and again. */
public final class RetransformingAgent {
    /** A system property: how often it has. */
    static final String TIMES = "test.retransformed";

    private static final int BATCH = 50;

    private RetransformingAgent() {}

    /** What the JVM calls. */
    public static void premain(String options, Instrumentation instrumentation) {
        instrumentation.addTransformer(
                new ClassFileTransformer() {
                    @Override
                    public byte[] transform(
                            ClassLoader loader, String name, Class<?> before, ProtectionDomain domain, byte[] bytes) {
                        return bytes.clone();
                    }
                },
                true);
        Thread thread = new Thread(() -> {
            for (int times = 0; true; times++) {
                System.setProperty(TIMES, Integer.toString(times));
                retransformAll(instrumentation);
            }
        });
        thread.setDaemon(true);
        thread.start();
    }

    private static void retransformAll(Instrumentation instrumentation) {
        Class<?>[] all = Arrays.stream(instrumentation.getAllLoadedClasses())
                .filter(instrumentation::isModifiableClass)
                .toArray(Class<?>[]::new);
        for (int i = 0; i < all.length; i += BATCH) {
            try {
                instrumentation.retransformClasses(Arrays.copyOfRange(all, i, Math.min(i + BATCH, all.length)));
            } catch (UnmodifiableClassException | LinkageError e) {
                // Others it can.
            }
        }
    }
}
