package dev.multipool.laboratory.process;

import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Lets the JIT compilers of a pinned service use more cores than the service while it starts, which then takes half of the time.
 * The service itself stays where it is, as a JVM sizes much by the cores that it sees.
 *
 * <p><b>Threads:</b> one. <b>Lifecycle:</b> one start.
 */
public final class StartingCompilers {
    /** One of each kind: they come in the same moment. */
    private static final int KINDS = 2;

    private final @Nullable String cpus;
    private boolean done;

    /**
     * Before a start.
     *
     * @param cpus CPU numbers as taskset reads them; null to leave the compilers where they are
     */
    public StartingCompilers(@Nullable String cpus) {
        this.cpus = cpus;
        this.done = cpus == null;
    }

    /**
     * Moves the compilers of the first JVM that has some, once.
     *
     * @param pids the processes of the service that live now
     */
    public void spread(Supplier<List<Long>> pids) throws InterruptedException {
        if (done || cpus == null) {
            return;
        }
        for (long pid : pids.get()) {
            CompilerThreads compilers = new CompilerThreads(pid);
            if (compilers.threads().size() >= KINDS) {
                compilers.runOn(cpus);
                done = true;
                return;
            }
        }
    }
}
