package io.github.etl2jfr.agent.live;

import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import jdk.jfr.ValueDescriptor;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;

/**
 * The code that writes the events of one type:
 *
 * <pre>
 *   static boolean write(configuration, (what beginEvent wants), long[] numbers, String text0, ... String text4) {
 *       if (Thread.currentThread().isVirtual()) throw new IllegalStateException(...);     // where there are such
 *       if (!configuration.shouldCommit(numbers[1])) return false;
 *       EventWriter writer;
 *       do {                                                 // and whatever is thrown in it, writer.reset() first
 *           writer = JVM.getEventWriter();
 *           if (writer == null) writer = JVM.newEventWriter();
 *           if (writer != lastWriter) { StringPool.reset(); lastWriter = writer; }        // JDK 17
 *           if (!writer.beginEvent(...)) return false;
 *           int number = 0;
 *           for (int field = 0; field &lt; 12; field++) {
 *               String text;
 *               switch (field) {
 *                   case 6: text = text0; break;                                          // the type's texts
 *                   case 7: text = text1; break; ...
 *                   default: writer.putLong(numbers[number++]); continue;
 *               }
 *               putText(writer, text);
 *           }
 *       } while (!writer.endEvent());
 *       return true;
 *   }
 *
 *   static void putText(EventWriter writer, String text) {
 *       if (text != null &amp;&amp; !text.isEmpty() &amp;&amp; text.length() &lt; 128) {
 *           long key = StringPool.addString(text);
 *           if (key &lt;= 0) key = StringPool.addString(text);
 *           if (key &gt; 0) { writer.putLong(2); writer.putLong(key); return; }
 *       }
 *       writer.putString(text);
 *   }
 * </pre>
 *
 * The calls are direct. Were one a method handle's, linking it might make JFR write an event of its own into the
 * half of ours. All fields but texts are written by one call in a loop, as numbers of any size are encoded alike: HotSpot
 * puts the whole of {@code putLong} wherever it is called, and with a call for each field compiled one such method for
 * five seconds, in which it compiled nothing of the application.
 *
 * <p>{@code putText} makes constants also of texts that JFR itself would write out, those of up to 16
 * characters: two or three bytes instead of up to 18. JDK 17's pool of strings wants to be asked for one twice before it
 * makes a constant of it. The pool of strings sees to it that each chunk has those it needs. JDK 17's does so by telling
 * all writers that a chunk begins; one that is newer than the chunk has not been told, and would refer to strings of the
 * chunk before. So a writer begins with an empty pool.
 *
 * <p>What is generated allocates nothing, but when a text is new or a chunk begins.
 */
final class EventWriterCode {
    static final String METHOD = "write";

    private static final String PUT_TEXT = "putText";
    private static final String LAST_WRITER = "lastWriter";

    /** What JFR itself makes no constant of. */
    static final int LONG_TEXT = 128;

    /** Says that a constant's key follows, in place of a text. */
    private static final long CONSTANT = 2;

    /** Where in the numbers what {@code shouldCommit} wants to know is. */
    private static final int DURATION = 1;

    private final JfrInternals jfr;
    private final Method shouldCommit;
    private final MethodType type;
    private final int fixedParameters;
    private final int fields;

    /** Which of them are texts. */
    private final List<Integer> texts = new ArrayList<>();

    /** Unlike any other, also of another agent in the same JVM: classes of the JDK stay for good. */
    private final String className =
            "jdk/jfr/internal/SliceWriter" + UUID.randomUUID().toString().replace("-", "");

    /**
     * @param configuration of the type
     * @param fields of the type
     */
    EventWriterCode(JfrInternals jfr, Object configuration, List<ValueDescriptor> fields)
            throws ReflectiveOperationException {
        this.jfr = jfr;
        this.shouldCommit = JfrInternals.shouldCommit(configuration);
        this.fields = fields.size();
        for (int field = 0; field < fields.size(); field++) {
            if (isText(fields.get(field))) {
                texts.add(field);
            }
        }
        List<Class<?>> parameters = new ArrayList<>();
        parameters.add(shouldCommit.getDeclaringClass());
        parameters.addAll(List.of(jfr.beginEvent().getParameterTypes()));
        this.fixedParameters = parameters.size();
        parameters.add(long[].class);
        parameters.addAll(Collections.nCopies(EventWriters.MAX_TEXTS, String.class));
        this.type = MethodType.methodType(boolean.class, parameters);
        if (texts.size() > EventWriters.MAX_TEXTS || fields.size() - texts.size() > EventNumbers.MAX) {
            throw new NoSuchFieldException("room for %s fields".formatted(fields.size()));
        }
    }

    private static boolean isText(ValueDescriptor field) throws NoSuchFieldException {
        return switch (field.getTypeName()) {
            case "boolean", "short", "int", "long", "java.lang.Thread", "jdk.types.StackTrace" -> false;
            case "java.lang.String" -> true;
            default -> throw new NoSuchFieldException(field.getTypeName() + " " + field.getName());
        };
    }

    /** What {@link #METHOD} takes and returns. */
    MethodType type() {
        return type;
    }

    byte[] classFile() {
        ClassWriter file = new ClassWriter(ClassWriter.COMPUTE_FRAMES);
        int access = Opcodes.ACC_FINAL | Opcodes.ACC_SUPER | Opcodes.ACC_SYNTHETIC;
        file.visit(Opcodes.V17, access, className, null, "java/lang/Object", null);
        file.visitField(
                        Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC,
                        LAST_WRITER,
                        jfr.writer().descriptorString(),
                        null,
                        null)
                .visitEnd();
        addWrite(file.visitMethod(Opcodes.ACC_STATIC, METHOD, type.descriptorString(), null, null));
        addPutText(file.visitMethod(Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC, PUT_TEXT, putTextType(), null, null));
        file.visitEnd();
        return file.toByteArray();
    }

    private void addWrite(MethodVisitor code) {
        int[] slots = slots();
        int numbers = fixedParameters;
        int writer = slots[type.parameterCount()];
        Label again = new Label();
        Label writes = new Label();
        Label not = new Label();
        Label begun = new Label();
        Label failed = new Label();
        code.visitTryCatchBlock(begun, not, failed, null);
        code.visitCode();
        refuseVirtualThreads(code);
        load(code, slots, 0);
        load(code, slots, numbers);
        code.visitIntInsn(Opcodes.BIPUSH, DURATION);
        code.visitInsn(Opcodes.LALOAD);
        call(code, shouldCommit);
        code.visitJumpInsn(Opcodes.IFEQ, not);

        code.visitLabel(again);
        call(code, jfr.getEventWriter());
        code.visitTypeInsn(Opcodes.CHECKCAST, Type.getInternalName(jfr.writer()));
        code.visitVarInsn(Opcodes.ASTORE, writer);
        code.visitVarInsn(Opcodes.ALOAD, writer);
        code.visitJumpInsn(Opcodes.IFNONNULL, writes);
        call(code, jfr.newEventWriter());
        code.visitVarInsn(Opcodes.ASTORE, writer);
        code.visitLabel(writes);
        if (jfr.resetStrings() != null) {
            beginWithEmptyPool(code, writer);
        }

        code.visitLabel(begun);
        code.visitVarInsn(Opcodes.ALOAD, writer);
        for (int parameter = 1; parameter < fixedParameters; parameter++) {
            load(code, slots, parameter);
        }
        call(code, jfr.beginEvent());
        code.visitJumpInsn(Opcodes.IFEQ, not);
        addFields(code, slots, writer);
        code.visitVarInsn(Opcodes.ALOAD, writer);
        call(code, jfr.endEvent());
        code.visitJumpInsn(Opcodes.IFEQ, again);
        code.visitInsn(Opcodes.ICONST_1);
        code.visitInsn(Opcodes.IRETURN);

        code.visitLabel(not);
        code.visitInsn(Opcodes.ICONST_0);
        code.visitInsn(Opcodes.IRETURN);

        // An event that is half written would be the beginning of the thread's next one.
        code.visitLabel(failed);
        code.visitVarInsn(Opcodes.ALOAD, writer);
        call(code, jfr.reset());
        code.visitInsn(Opcodes.ATHROW);
        code.visitMaxs(0, 0);
        code.visitEnd();
    }

    private void addFields(MethodVisitor code, int[] slots, int writer) {
        int number = writer + 1;
        int field = writer + 2;
        Label[] whichText = texts.stream().map(any -> new Label()).toArray(Label[]::new);
        Label next = new Label();
        Label putNumber = new Label();
        Label putText = new Label();
        Label step = new Label();
        Label end = new Label();
        code.visitInsn(Opcodes.ICONST_0);
        code.visitVarInsn(Opcodes.ISTORE, number);
        code.visitInsn(Opcodes.ICONST_0);
        code.visitVarInsn(Opcodes.ISTORE, field);
        code.visitLabel(next);
        code.visitVarInsn(Opcodes.ILOAD, field);
        code.visitIntInsn(Opcodes.BIPUSH, fields);
        code.visitJumpInsn(Opcodes.IF_ICMPGE, end);
        code.visitVarInsn(Opcodes.ILOAD, field);
        code.visitLookupSwitchInsn(
                putNumber, texts.stream().mapToInt(Integer::intValue).toArray(), whichText);
        for (int text = 0; text < whichText.length; text++) {
            code.visitLabel(whichText[text]);
            load(code, slots, fixedParameters + 1 + text);
            code.visitJumpInsn(Opcodes.GOTO, putText);
        }
        code.visitLabel(putText);
        code.visitVarInsn(Opcodes.ALOAD, writer);
        code.visitInsn(Opcodes.SWAP);
        code.visitMethodInsn(Opcodes.INVOKESTATIC, className, PUT_TEXT, putTextType(), false);
        code.visitJumpInsn(Opcodes.GOTO, step);
        code.visitLabel(putNumber);
        code.visitVarInsn(Opcodes.ALOAD, writer);
        load(code, slots, fixedParameters);
        code.visitVarInsn(Opcodes.ILOAD, number);
        code.visitInsn(Opcodes.LALOAD);
        call(code, jfr.putLong());
        code.visitIincInsn(number, 1);
        code.visitLabel(step);
        code.visitIincInsn(field, 1);
        code.visitJumpInsn(Opcodes.GOTO, next);
        code.visitLabel(end);
    }

    private void beginWithEmptyPool(MethodVisitor code, int writer) {
        Label known = new Label();
        code.visitVarInsn(Opcodes.ALOAD, writer);
        code.visitFieldInsn(
                Opcodes.GETSTATIC, className, LAST_WRITER, jfr.writer().descriptorString());
        code.visitJumpInsn(Opcodes.IF_ACMPEQ, known);
        call(code, jfr.resetStrings());
        code.visitVarInsn(Opcodes.ALOAD, writer);
        code.visitFieldInsn(
                Opcodes.PUTSTATIC, className, LAST_WRITER, jfr.writer().descriptorString());
        code.visitLabel(known);
    }

    /** Where the parameters lie, and then what is free. */
    private int[] slots() {
        int[] slots = new int[type.parameterCount() + 1];
        for (int parameter = 0; parameter < type.parameterCount(); parameter++) {
            slots[parameter + 1] = slots[parameter]
                    + Type.getType(type.parameterType(parameter)).getSize();
        }
        return slots;
    }

    private void load(MethodVisitor code, int[] slots, int parameter) {
        int load = Type.getType(type.parameterType(parameter)).getOpcode(Opcodes.ILOAD);
        code.visitVarInsn(load, slots[parameter]);
    }

    /** A writer belongs to the processor's thread, which a virtual one may change within an event. */
    private static void refuseVirtualThreads(MethodVisitor code) {
        Method isVirtual;
        try {
            isVirtual = Thread.class.getMethod("isVirtual");
        } catch (NoSuchMethodException e) {
            return;
        }
        String exception = Type.getInternalName(IllegalStateException.class);
        Label platform = new Label();
        code.visitMethodInsn(Opcodes.INVOKESTATIC, "java/lang/Thread", "currentThread", "()Ljava/lang/Thread;", false);
        call(code, isVirtual);
        code.visitJumpInsn(Opcodes.IFEQ, platform);
        code.visitTypeInsn(Opcodes.NEW, exception);
        code.visitInsn(Opcodes.DUP);
        code.visitLdcInsn("a virtual thread cannot write slices");
        code.visitMethodInsn(Opcodes.INVOKESPECIAL, exception, "<init>", "(Ljava/lang/String;)V", false);
        code.visitInsn(Opcodes.ATHROW);
        code.visitLabel(platform);
    }

    private void addPutText(MethodVisitor code) {
        Label asItIs = new Label();
        code.visitCode();
        code.visitVarInsn(Opcodes.ALOAD, 1);
        code.visitJumpInsn(Opcodes.IFNULL, asItIs);
        code.visitVarInsn(Opcodes.ALOAD, 1);
        code.visitMethodInsn(Opcodes.INVOKEVIRTUAL, "java/lang/String", "isEmpty", "()Z", false);
        code.visitJumpInsn(Opcodes.IFNE, asItIs);
        code.visitVarInsn(Opcodes.ALOAD, 1);
        code.visitMethodInsn(Opcodes.INVOKEVIRTUAL, "java/lang/String", "length", "()I", false);
        code.visitIntInsn(Opcodes.SIPUSH, LONG_TEXT);
        code.visitJumpInsn(Opcodes.IF_ICMPGE, asItIs);

        Label constant = new Label();
        addText(code);
        code.visitJumpInsn(Opcodes.IFGT, constant);
        addText(code);
        code.visitJumpInsn(Opcodes.IFLE, asItIs);
        code.visitLabel(constant);
        code.visitVarInsn(Opcodes.ALOAD, 0);
        code.visitLdcInsn(CONSTANT);
        call(code, jfr.putLong());
        code.visitVarInsn(Opcodes.ALOAD, 0);
        code.visitVarInsn(Opcodes.LLOAD, 2);
        call(code, jfr.putLong());
        code.visitInsn(Opcodes.RETURN);

        code.visitLabel(asItIs);
        code.visitVarInsn(Opcodes.ALOAD, 0);
        text(code, jfr.putString());
        code.visitInsn(Opcodes.RETURN);
        code.visitMaxs(0, 0);
        code.visitEnd();
    }

    /** Asks for the key of a text, and compares it with nought. */
    private void addText(MethodVisitor code) {
        text(code, jfr.addString());
        code.visitInsn(Opcodes.DUP2);
        code.visitVarInsn(Opcodes.LSTORE, 2);
        code.visitInsn(Opcodes.LCONST_0);
        code.visitInsn(Opcodes.LCMP);
    }

    /** Calls with a text and, where there are more parameters, nothing: no pool, no virtual thread. */
    private static void text(MethodVisitor code, Method method) {
        code.visitVarInsn(Opcodes.ALOAD, 1);
        for (int parameter = 1; parameter < method.getParameterCount(); parameter++) {
            code.visitInsn(
                    method.getParameterTypes()[parameter].isPrimitive() ? Opcodes.ICONST_0 : Opcodes.ACONST_NULL);
        }
        call(code, method);
    }

    private String putTextType() {
        return MethodType.methodType(void.class, jfr.writer(), String.class).descriptorString();
    }

    private static void call(MethodVisitor code, Method method) {
        boolean isStatic = Modifier.isStatic(method.getModifiers());
        code.visitMethodInsn(
                isStatic ? Opcodes.INVOKESTATIC : Opcodes.INVOKEVIRTUAL,
                Type.getInternalName(method.getDeclaringClass()),
                method.getName(),
                Type.getMethodDescriptor(method),
                false);
    }
}
