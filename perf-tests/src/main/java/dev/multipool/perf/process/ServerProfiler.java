package dev.multipool.perf.process;

import java.io.IOException;
import java.nio.file.Path;
import javax.management.JMException;
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
public final class ServerProfiler {
    /** CPU time between two CPU samples of a thread. */
    public static final double CPU_INTERVAL_SECONDS = 0.005;

    private static final String OTHER_EVENTS = "interval=5ms,wall=10ms,alloc=256k,lock=100us,jfr,file=";

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

    /**
     * Starts and stops once, so that what only a first start does, such as reading the symbols of every library, is over
     * before a window begins.
     *
     * @param jfr where the recording will go; what this writes there is overwritten by it
     */
    public void rehearse(Path jfr) {
        start(jfr);
        stop();
    }

    /**
     * Starts recording.
     *
     * @param jfr what is recorded goes there
     * @return the event that CPU samples come from: {@code cpu}, or {@code ctimer} where the kernel gives no perf events
     * @throws ProcessFailedException when the server has no profiler, or it does not start
     */
    public String start(Path jfr) {
        try {
            execute("start,event=cpu," + OTHER_EVENTS + jfr);
            return "cpu";
        } catch (RuntimeMBeanException e) {
            try {
                execute("start,event=ctimer," + OTHER_EVENTS + jfr);
                return "ctimer";
            } catch (RuntimeMBeanException other) {
                throw failed("does not start: " + other.getCause());
            }
        }
    }

    /**
     * Stops recording; the file is complete then.
     *
     * @throws ProcessFailedException when it was not recording
     */
    public void stop() {
        try {
            execute("stop");
        } catch (RuntimeMBeanException e) {
            throw failed("does not stop: " + e.getCause());
        }
    }

    private void execute(String command) {
        try {
            beans.invoke(name, "execute", new Object[] {command}, new String[] {String.class.getName()});
        } catch (JMException | IOException e) {
            throw failed("can't be told \"" + command + "\": " + e.getMessage());
        }
    }

    private static ProcessFailedException failed(String how) {
        return new ProcessFailedException("the server's async-profiler " + how);
    }
}
