package dev.multipool.laboratory.run;

import dev.multipool.laboratory.process.CpuQuota;
import dev.multipool.laboratory.process.ProcessFailedException;
import dev.multipool.laboratory.process.Profiler;
import dev.multipool.laboratory.process.ServerLedgers;
import dev.multipool.laboratory.result.Variant;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A service under test, from the moment it is ready.
 *
 * <p><b>Threads:</b> one. <b>Lifecycle:</b> closing it ends all its processes; nothing happens when they have ended.
 */
public interface RunningService extends AutoCloseable {
    /** The process that serves, which need not be the one that was started; its threads are watched. */
    long pid();

    /** Where it listens, on this machine. */
    int port();

    /** All its processes; the CPU time that they use together is watched. */
    List<Long> pids();

    /** Whether {@link #change} can bring these settings about while it runs. */
    boolean fits(Variant variant);

    /**
     * Changes what differs, and makes sure that it took effect.
     *
     * @throws ProcessFailedException when it did not
     */
    void change(Variant variant) throws InterruptedException;

    /** Its pools' ledgers; null where it keeps none. */
    @Nullable
    ServerLedgers ledgers();

    /** Samples its threads; null where it can't be profiled, or was started without. */
    @Nullable
    Profiler profiler();

    /** Takes a line for each collection; null where there is no such file. */
    @Nullable
    Path gcLog();

    /** What bounds its CPU time; null for nothing. */
    @Nullable
    CpuQuota quota();

    /**
     * Makes sure that it still serves.
     *
     * @throws ProcessFailedException when it has ended on its own
     */
    void requireAlive();

    /**
     * Makes sure that it still answers. It is asked, which takes a while when it has much to work off.
     *
     * @throws ProcessFailedException when it has ended on its own, or nothing is answered
     */
    default void requireAnswers() throws InterruptedException {
        requireAlive();
    }

    /**
     * Ends it in order.
     *
     * @return how many calls it rejected, by its own reasons; null when it does not tell
     */
    @Nullable
    Map<String, Long> stop();

    @Override
    void close();
}
