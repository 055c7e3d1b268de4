package io.github.etl2jfr.agent.profile;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;

/**
 * The class loader of JNA and of what uses it. The application may have another JNA, and this one cannot be renamed:
 * its native library knows JNA's classes by their names. In the agent's jar they lie in a directory of their own.
 */
final class NativeCode extends ClassLoader {
    private static final String OURS = NativeCode.class.getPackageName() + ".jna.";
    private static final String JNA = "com.sun.jna.";

    private static final String PLACE = NativeCode.class.getPackageName().replace('.', '/') + "/library/";

    /** A class file by its name would be taken for the class of another name. */
    private static final String SUFFIX = ".classdata";

    private static NativeCode loader;

    private NativeCode() {
        super("etl2jfr native", NativeCode.class.getClassLoader());
    }

    /** The class loader of all native code: a native library stays as long as its loader. */
    private static synchronized NativeCode loader() {
        if (loader == null) {
            loader = new NativeCode();
        }
        return loader;
    }

    /**
     * Windows' calls.
     *
     * @param library name of the library that has them
     */
    static ProfilingCalls profilingCalls(String library) throws ReflectiveOperationException {
        return loader().loadClass(OURS + "Kernel32Calls")
                .asSubclass(ProfilingCalls.class)
                .getConstructor(String.class)
                .newInstance(library);
    }

    /** This JVM's. */
    static ThreadEvents threadEvents() throws ReflectiveOperationException {
        return loader().loadClass(OURS + "JvmtiThreadEvents")
                .asSubclass(ThreadEvents.class)
                .getConstructor()
                .newInstance();
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (!name.startsWith(OURS) && !name.startsWith(JNA)) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            return loaded == null ? define(name) : loaded;
        }
    }

    private Class<?> define(String name) throws ClassNotFoundException {
        String path = name.replace('.', '/');
        String place = name.startsWith(JNA) ? PLACE + path + SUFFIX : path + ".class";
        try (InputStream in = getParent().getResourceAsStream(place)) {
            if (in == null) {
                throw new ClassNotFoundException(name);
            }
            byte[] bytes = in.readAllBytes();
            return defineClass(name, bytes, 0, bytes.length, NativeCode.class.getProtectionDomain());
        } catch (IOException e) {
            throw new ClassNotFoundException(name, e);
        }
    }

    /** JNA finds its native library in this way; that of another version would not do. */
    @Override
    public URL getResource(String name) {
        return name.startsWith(JNA.replace('.', '/')) ? getParent().getResource(PLACE + name) : super.getResource(name);
    }
}
