package dev.multipool.agent.program;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import one.profiler.AsyncProfiler;
import one.profiler.Counter;

/** A pool at work while async-profiler looks, and afterwards. */
public final class ProfiledProgram {

    private ProfiledProgram() {}

    /** Profiles what the first argument names. */
    public static void main(String[] arguments) throws Exception {
        AsyncProfiler profiler = AsyncProfiler.getInstance();
        profiler.execute("start," + arguments[0]);
        run("profiled");
        profiler.stop();
        Ledgers.figure("samples", (double)
                profiler.dumpCollapsed(Counter.SAMPLES).lines().count());
        run("alone");
        System.exit(0);
    }

    private static void run(String name) throws InterruptedException {
        JdkPoolProgram.many(
                name,
                new ThreadPoolExecutor(
                        3, 3, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>(2000), JdkPoolProgram.named(name)),
                name + ".");
    }
}
