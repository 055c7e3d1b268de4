package io.github.etl2jfr.agent;

import java.io.IOException;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.nio.file.Path;
import java.security.ProtectionDomain;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;

/** An agent that is in the same JVM, and has ours fail. */
public final class FailingAgent {
    /** Once this system property is true, there is an error, and it is gone. */
    static final String FAILS = "test.fails";

    /** JFR has code of its own run on the agent's thread, and keeps its errors to itself. */
    private static final String OUR_CODE = ".*(etl2jfr|SliceWriter).*";

    private static final String OPTION = "java/lang/StackWalker$Option";

    private FailingAgent() {}

    /** Has a method throw an error where the agent calls it on its thread, once it is told to. */
    static String option(Path directory, String className, String method, Class<? extends Error> error)
            throws IOException {
        return option(directory, className, method, error, "etl2jfr agent");
    }

    /** The same on another thread. */
    static String option(
            Path directory, String className, String method, Class<? extends Error> error, String threadName)
            throws IOException {
        return "-javaagent:%s=%s %s %s %s"
                .formatted(
                        AgentJvm.jarOf(FailingAgent.class, directory),
                        className,
                        method,
                        error.getName().replace('.', '/'),
                        threadName);
    }

    /** What the JVM calls. */
    public static void premain(String options, Instrumentation instrumentation) throws UnmodifiableClassException {
        String[] words = options.split(" ", 4);
        String name = words[0];
        instrumentation.addTransformer(
                new ClassFileTransformer() {
                    @Override
                    public byte[] transform(
                            Module module,
                            ClassLoader loader,
                            String transformed,
                            Class<?> before,
                            ProtectionDomain domain,
                            byte[] bytes) {
                        return name.equals(transformed) ? withError(bytes, words[1], words[2], words[3]) : null;
                    }
                },
                true);
        for (Class<?> loaded : instrumentation.getAllLoadedClasses()) {
            if (loaded.getName().equals(name.replace('/', '.'))) {
                instrumentation.retransformClasses(loaded);
            }
        }
    }

    private static byte[] withError(byte[] bytes, String method, String error, String threadName) {
        ClassWriter changed = new ClassWriter(0);
        ClassVisitor visitor = new ClassVisitor(Opcodes.ASM9, changed) {
            @Override
            public MethodVisitor visitMethod(
                    int access, String name, String descriptor, String signature, String[] exceptions) {
                MethodVisitor code = super.visitMethod(access, name, descriptor, signature, exceptions);
                return name.equals(method) ? beginningWithError(code, error, threadName) : code;
            }
        };
        new ClassReader(bytes).accept(visitor, 0);
        return changed.toByteArray();
    }

    private static MethodVisitor beginningWithError(MethodVisitor code, String error, String threadName) {
        return new MethodVisitor(Opcodes.ASM9, code) {
            @Override
            public void visitCode() {
                super.visitCode();
                Label goOn = new Label();
                call("java/lang/Thread", "currentThread", "()Ljava/lang/Thread;", Opcodes.INVOKESTATIC);
                call("java/lang/Thread", "getName", "()Ljava/lang/String;", Opcodes.INVOKEVIRTUAL);
                visitLdcInsn(threadName);
                call("java/lang/String", "equals", "(Ljava/lang/Object;)Z", Opcodes.INVOKEVIRTUAL);
                visitJumpInsn(Opcodes.IFEQ, goOn);
                visitLdcInsn(FAILS);
                call("java/lang/Boolean", "getBoolean", "(Ljava/lang/String;)Z", Opcodes.INVOKESTATIC);
                visitJumpInsn(Opcodes.IFEQ, goOn);
                // No stack trace: for that there is an exception, of which JFR would write an event into the half of
                // ours.
                visitFieldInsn(Opcodes.GETSTATIC, OPTION, "RETAIN_CLASS_REFERENCE", "L" + OPTION + ";");
                call(
                        "java/lang/StackWalker",
                        "getInstance",
                        "(L" + OPTION + ";)Ljava/lang/StackWalker;",
                        Opcodes.INVOKESTATIC);
                call("java/lang/StackWalker", "getCallerClass", "()Ljava/lang/Class;", Opcodes.INVOKEVIRTUAL);
                call("java/lang/Class", "getName", "()Ljava/lang/String;", Opcodes.INVOKEVIRTUAL);
                visitLdcInsn(OUR_CODE);
                call("java/lang/String", "matches", "(Ljava/lang/String;)Z", Opcodes.INVOKEVIRTUAL);
                visitJumpInsn(Opcodes.IFEQ, goOn);
                visitLdcInsn(FAILS);
                call(
                        "java/lang/System",
                        "clearProperty",
                        "(Ljava/lang/String;)Ljava/lang/String;",
                        Opcodes.INVOKESTATIC);
                visitInsn(Opcodes.POP);
                visitTypeInsn(Opcodes.NEW, error);
                visitInsn(Opcodes.DUP);
                call(error, "<init>", "()V", Opcodes.INVOKESPECIAL);
                visitInsn(Opcodes.ATHROW);
                visitLabel(goOn);
                visitFrame(Opcodes.F_SAME, 0, null, 0, null);
            }

            private void call(String owner, String name, String descriptor, int opcode) {
                visitMethodInsn(opcode, owner, name, descriptor, false);
            }

            @Override
            public void visitMaxs(int stack, int locals) {
                super.visitMaxs(Math.max(stack, 2), locals);
            }
        };
    }
}
