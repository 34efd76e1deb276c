package dev.multipool.laboratory.run;

import dev.multipool.bench.plan.LoadPlan;
import dev.multipool.laboratory.process.ProcessFailedException;
import dev.multipool.laboratory.result.Load;
import dev.multipool.laboratory.result.Variant;
import dev.multipool.laboratory.sampling.ThreadRules;

/**
 * All that the engine knows of a service: how it starts, and what is asked of it.
 *
 * <p><b>Threads:</b> one.
 */
public interface TestedService {
    /**
     * Starts it, and waits until it is ready.
     *
     * @param name begins the names of the files that it writes
     * @throws ProcessFailedException when it does not get ready
     */
    RunningService start(Variant variant, String name) throws InterruptedException;

    /**
     * What the generator asks of it, in a window that is not extended.
     *
     * @param port where it listens
     */
    LoadPlan plan(Load load, int port);

    /**
     * Finds who makes its load, or starts it.
     *
     * @param generators ours
     * @param service it, running
     * @param load the first that is asked for
     * @param name begins the names of the files that are written
     * @throws ProcessFailedException when it does not come up
     */
    default LoadMaker loadMaker(Generators generators, RunningService service, Load load, String name)
            throws InterruptedException {
        return GeneratorLoad.of(generators, this, service, load, name);
    }

    /** Whether two of it can run at a time: they share no port, and this machine has the memory. */
    boolean canRunTwice();

    /** The rules by which its threads' stacks tell what they do. */
    default ThreadRules threadRules() {
        return ThreadRules.STANDARD;
    }
}
