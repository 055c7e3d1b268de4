package io.github.etl2jfr.agent.profile.jna;

import com.sun.jna.Callback;
import com.sun.jna.CallbackReference;
import com.sun.jna.Function;
import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.Pointer;
import io.github.etl2jfr.agent.profile.ThreadEvents;

/**
 * The JVM TI's events ThreadStart and ThreadEnd, which a thread sends itself before its first method and after its last.
 * Both are allowed whenever the JVM runs; virtual threads send none.
 *
 * <p>Numbers: JVM Tool Interface, version 1.2, JNI and its Invocation API, as jvmti.h and jni.h have them. A function is
 * at its place in a table to which the environment points.
 *
 * <p>Must be kept as long as the JVM may call it.
 */
public final class JvmtiThreadEvents implements ThreadEvents {
    private static final int JVMTI_VERSION_1_2 = 0x30010200;

    private static final int GET_JAVA_VM = 219;
    private static final int GET_ENV = 6;
    private static final int SET_EVENT_NOTIFICATION_MODE = 1;
    private static final int SET_EVENT_CALLBACKS = 121;

    private static final int DISABLE = 0;
    private static final int ENABLE = 1;

    /** The first of all, whose callback is the first in the structure of callbacks. */
    private static final int VM_INIT = 50;

    private static final int THREAD_START = 52;
    private static final int THREAD_END = 53;

    private final Pointer environment;
    private ThreadEvent start;
    private ThreadEvent end;

    /** What the JVM calls. */
    public interface ThreadEvent extends Callback {
        /** JVM TI's environment, JNI's, and the thread. */
        void invoke(Pointer jvmti, Pointer jni, Pointer thread);
    }

    /** The thread events of this JVM. */
    public JvmtiThreadEvents() {
        Pointer[] machine = new Pointer[1];
        require("GetJavaVM", call(JniEnvironment.ofThisThread(), GET_JAVA_VM, (Object) machine));
        Pointer[] found = new Pointer[1];
        require("GetEnv", call(machine[0], GET_ENV, found, JVMTI_VERSION_1_2));
        environment = found[0];
    }

    private static int call(Pointer object, int place, Object... arguments) {
        Object[] all = new Object[arguments.length + 1];
        all[0] = object;
        System.arraycopy(arguments, 0, all, 1, arguments.length);
        Pointer function = object.getPointer(0).getPointer((long) place * Native.POINTER_SIZE);
        return Function.getFunction(function).invokeInt(all);
    }

    private static void require(String call, int error) {
        if (error != 0) {
            throw new IllegalStateException("%s fails with error %s".formatted(call, error));
        }
    }

    @Override
    public void begin(Runnable whenStarted, Runnable whenEnded) {
        start = (jvmti, jni, thread) -> whenStarted.run();
        end = (jvmti, jni, thread) -> whenEnded.run();
        try (Memory callbacks = new Memory(callback(THREAD_END + 1))) {
            callbacks.clear();
            callbacks.setPointer(callback(THREAD_START), CallbackReference.getFunctionPointer(start));
            callbacks.setPointer(callback(THREAD_END), CallbackReference.getFunctionPointer(end));
            require("SetEventCallbacks", call(environment, SET_EVENT_CALLBACKS, callbacks, (int) callbacks.size()));
        }
        // So that no thread starts unnoticed whose end will be noticed; the other way round does not matter.
        set(ENABLE, THREAD_END);
        set(ENABLE, THREAD_START);
    }

    private static long callback(int event) {
        return (long) (event - VM_INIT) * Native.POINTER_SIZE;
    }

    private void set(int mode, int event) {
        require("SetEventNotificationMode", call(environment, SET_EVENT_NOTIFICATION_MODE, mode, event, Pointer.NULL));
    }

    @Override
    public void endStarts() {
        set(DISABLE, THREAD_START);
    }

    @Override
    public void endEnds() {
        set(DISABLE, THREAD_END);
    }
}
