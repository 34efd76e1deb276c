package dev.multipool.laboratory.process;

import dev.multipool.pools.DurationText;
import java.nio.file.Path;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import javax.management.MBeanServerConnection;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;
import javax.management.RuntimeMBeanException;
import one.profiler.AsyncProfilerMXBean;

/**
 * async-profiler inside a server process, told over JMX what to do: one recording with CPU, wall-clock, allocation and
 * lock samples at once.
 *
 * <p><b>Threads:</b> one. <b>Lifecycle:</b> {@link #start}, then {@link #stop}; the server must have been started
 * {@linkplain ProfiledMain profiled}.
 */
public final class ServerProfiler implements Profiler {
    private final MBeanServerConnection beans;
    private final ObjectName name;

    ServerProfiler(MBeanServerConnection beans) {
        this.beans = beans;
        try {
            this.name = new ObjectName(AsyncProfilerMXBean.OBJECT_NAME);
        } catch (MalformedObjectNameException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public String start(Path jfr) throws InterruptedException {
        try {
            execute(START_BY_PERF + jfr);
            return PERF;
        } catch (RuntimeMBeanException e) {
            try {
                execute(START_BY_TIMER + jfr);
                return TIMER;
            } catch (RuntimeMBeanException other) {
                throw failed("does not start: " + other.getCause());
            }
        }
    }

    @Override
    public void stop() throws InterruptedException {
        try {
            execute("stop");
        } catch (RuntimeMBeanException e) {
            throw failed("does not stop: " + e.getCause());
        }
    }

    private void execute(String command) throws InterruptedException {
        try {
            BoundedCall.within(
                    AT_MOST,
                    "server-profiler",
                    () -> beans.invoke(name, "execute", new Object[] {command}, new String[] {String.class.getName()}));
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeMBeanException refused
                    ? refused
                    : failed("can't be told \"" + command + "\": " + e.getCause());
        } catch (TimeoutException e) {
            throw failed("can't be told \"" + command + "\": no answer within " + DurationText.format(AT_MOST));
        }
    }

    private static ProcessFailedException failed(String how) {
        return new ProcessFailedException("the server's async-profiler " + how);
    }
}
