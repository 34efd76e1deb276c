package dev.multipool.pools.internal.worker;

import java.lang.reflect.InvocationTargetException;
import java.util.concurrent.ThreadFactory;

/** The one class that knows that virtual threads exist: from JDK 21 on, reached by reflection since 17 is the floor. */
final class VirtualThreads {

    private static final int FIRST_FEATURE_RELEASE = 21;

    private VirtualThreads() {}

    static boolean isSupported() {
        return Runtime.version().feature() >= FIRST_FEATURE_RELEASE;
    }

    /**
     * Makes virtual threads named {@code name-1}, {@code name-2}.
     *
     * @throws UnsupportedOperationException on a JDK without virtual threads
     */
    static ThreadFactory factory(String poolName) {
        if (!isSupported()) {
            throw new UnsupportedOperationException("pool " + poolName + ": kind virtual needs JDK "
                    + FIRST_FEATURE_RELEASE + " or newer (this is JDK "
                    + Runtime.version().feature() + "); use fixed, cached or eager");
        }
        try {
            Class<?> builderType = Class.forName("java.lang.Thread$Builder");
            Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
            builder = builderType.getMethod("name", String.class, long.class).invoke(builder, poolName + "-", 1L);
            builder = builderType
                    .getMethod("inheritInheritableThreadLocals", boolean.class)
                    .invoke(builder, false);
            return (ThreadFactory) builderType.getMethod("factory").invoke(builder);
        } catch (ClassNotFoundException
                | NoSuchMethodException
                | IllegalAccessException
                | InvocationTargetException e) {
            throw new IllegalStateException("pool " + poolName + ": can't make virtual threads", e);
        }
    }
}
