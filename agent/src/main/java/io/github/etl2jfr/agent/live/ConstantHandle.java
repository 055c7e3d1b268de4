package io.github.etl2jfr.agent.live;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.ConstantDynamic;
import net.bytebuddy.jar.asm.Handle;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;

/**
 * Makes an interface of a method handle, which the compiler then sees through: to code that holds it in a field, it is
 * no constant, and each call goes through some of the JDK's.
 */
final class ConstantHandle {
    private static final String HANDLE = Type.getDescriptor(MethodHandle.class);

    private static final Handle CLASS_DATA = new Handle(
            Opcodes.H_INVOKESTATIC,
            Type.getInternalName(MethodHandles.class),
            "classData",
            MethodType.methodType(Object.class, Lookup.class, String.class, Class.class)
                    .descriptorString(),
            false);

    private ConstantHandle() {}

    /**
     * @param type with one method, in this package
     * @param handle of that method's type
     */
    static <T> T as(Class<T> type, MethodHandle handle) throws ReflectiveOperationException {
        Method method = type.getDeclaredMethods()[0];
        String descriptor = Type.getMethodDescriptor(method);
        ClassWriter file = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        file.visit(
                Opcodes.V17,
                Opcodes.ACC_FINAL | Opcodes.ACC_SUPER | Opcodes.ACC_SYNTHETIC,
                type.getName().replace('.', '/') + "Handle",
                null,
                "java/lang/Object",
                new String[] {Type.getInternalName(type)});
        MethodVisitor made = file.visitMethod(0, "<init>", "()V", null, null);
        made.visitCode();
        made.visitVarInsn(Opcodes.ALOAD, 0);
        made.visitMethodInsn(Opcodes.INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false);
        made.visitInsn(Opcodes.RETURN);
        made.visitMaxs(0, 0);
        made.visitEnd();
        MethodVisitor code = file.visitMethod(Opcodes.ACC_PUBLIC, method.getName(), descriptor, null, null);
        code.visitCode();
        code.visitLdcInsn(new ConstantDynamic("_", HANDLE, CLASS_DATA));
        int slot = 1;
        for (Type parameter : Type.getArgumentTypes(descriptor)) {
            code.visitVarInsn(parameter.getOpcode(Opcodes.ILOAD), slot);
            slot += parameter.getSize();
        }
        code.visitMethodInsn(
                Opcodes.INVOKEVIRTUAL, Type.getInternalName(MethodHandle.class), "invokeExact", descriptor, false);
        code.visitInsn(Type.getReturnType(descriptor).getOpcode(Opcodes.IRETURN));
        code.visitMaxs(0, 0);
        code.visitEnd();
        file.visitEnd();
        Lookup hidden = MethodHandles.lookup().defineHiddenClassWithClassData(file.toByteArray(), handle, true);
        return type.cast(hidden.lookupClass().getDeclaredConstructor().newInstance());
    }
}
