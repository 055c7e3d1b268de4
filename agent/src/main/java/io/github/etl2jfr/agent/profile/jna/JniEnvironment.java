package io.github.etl2jfr.agent.profile.jna;

import com.sun.jna.JNIEnv;
import com.sun.jna.Native;
import com.sun.jna.Platform;
import com.sun.jna.Pointer;

/**
 * JNI's environment, which JNA gives to native functions only: one gives it back. JNI_GetCreatedJavaVMs would do without,
 * but knows no JVM that is about to start, as one is when it calls its agents.
 */
final class JniEnvironment {
    static {
        Native.register(JniEnvironment.class, Platform.C_LIBRARY_NAME);
    }

    private JniEnvironment() {}

    /** Copies nothing; returns where to. */
    private static native Pointer memcpy(JNIEnv to, JNIEnv from, long bytes);

    static Pointer ofThisThread() {
        return memcpy(JNIEnv.CURRENT, JNIEnv.CURRENT, 0);
    }
}
