package dev.multipool.laboratory.process;

import java.lang.management.ManagementFactory;
import java.lang.reflect.InvocationTargetException;
import java.util.Arrays;
import javax.management.JMException;
import javax.management.ObjectName;
import one.profiler.AsyncProfiler;
import one.profiler.AsyncProfilerMXBean;

/** Runs another main class in a JVM whose async-profiler the laboratory starts and stops over JMX. */
public final class ProfiledMain {
    private ProfiledMain() {}

    /** The first argument is the main class, the others are its own. */
    public static void main(String[] args) throws ReflectiveOperationException, JMException {
        ManagementFactory.getPlatformMBeanServer()
                .registerMBean(AsyncProfiler.getInstance(), new ObjectName(AsyncProfilerMXBean.OBJECT_NAME));
        try {
            Class.forName(args[0]).getMethod("main", String[].class).invoke(null, (Object)
                    Arrays.copyOfRange(args, 1, args.length));
        } catch (InvocationTargetException e) {
            throw new IllegalStateException(args[0] + " failed", e.getCause());
        }
    }
}
