package dev.multipool.laboratory.run;

import dev.multipool.bench.stall.Stall.Cause;
import dev.multipool.laboratory.machine.CoreWatch;
import dev.multipool.laboratory.process.CompilerThreads;
import dev.multipool.pools.NanoClock;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.DoubleSupplier;
import java.util.function.Supplier;

/**
 * Notes when a service's JIT compilers are at work while it is measured.
 *
 * <p>A JVM throws code away when a branch is taken that was never taken before, at some time in its first minutes. Until
 * that is compiled anew the service is slow, for a second or two. One that has run for an hour is not. So this is left out, as stalls
 * of the machine are; a service that compiles all the time has no clean time left.
 *
 * <p><b>Threads:</b> one of its own, a daemon, until it is closed.
 */
final class CompilingWatch implements AutoCloseable {
    /** Of the service's cores: a compiler that is at work wants a whole one, and gets a part of it beside the load. */
    static final double AT_WORK = 0.2;

    private static final long PAUSE_NANOS = Duration.ofMillis(50).toNanos();
    /** A JVM starts compilers as it needs them. */
    private static final int LOOKS_AT_THE_SAME = 20;

    private final Supplier<DoubleSupplier> meters;
    private final double leastCores;
    private final Noted noted;
    private DoubleSupplier meter;
    private double seconds;
    private long lookedNanos;
    private int looks;
    private volatile boolean closed;

    /** Takes what was seen. */
    @FunctionalInterface
    interface Noted {
        void note(long beginNanos, long endNanos);
    }

    /**
     * Looks for the first time.
     *
     * @param meters makes one that tells the CPU time of the compilers that there are
     * @param serverCores that the service can use
     */
    CompilingWatch(Supplier<DoubleSupplier> meters, double serverCores, long nowNanos, Noted noted) {
        this.meters = meters;
        this.leastCores = AT_WORK * serverCores;
        this.noted = noted;
        this.meter = meters.get();
        this.seconds = meter.getAsDouble();
        this.lookedNanos = nowNanos;
    }

    /**
     * Looks at a service from now on.
     *
     * @param serverCores that it can use
     * @param watch takes what is seen
     */
    static CompilingWatch start(long pid, double serverCores, CoreWatch watch) {
        NanoClock clock = NanoClock.system();
        CompilingWatch compiling = new CompilingWatch(
                new CompilerThreads(pid)::meter,
                serverCores,
                clock.nanoTime(),
                (begin, end) -> watch.note(Cause.COMPILING, begin, end));
        Thread thread = new Thread(
                () -> {
                    LockSupport.parkNanos(compiling, PAUSE_NANOS);
                    while (!compiling.closed) {
                        compiling.look(clock.nanoTime());
                        LockSupport.parkNanos(compiling, PAUSE_NANOS);
                    }
                },
                "compiling-watch");
        thread.setDaemon(true);
        thread.start();
        return compiling;
    }

    /** Notes the time since the last look where compilers were at work in it. */
    void look(long nowNanos) {
        double now = meter.getAsDouble();
        if (now - seconds >= leastCores * (nowNanos - lookedNanos) / 1e9) {
            noted.note(lookedNanos, nowNanos);
        }
        looks++;
        if (looks % LOOKS_AT_THE_SAME == 0) {
            meter = meters.get();
            now = meter.getAsDouble();
        }
        seconds = now;
        lookedNanos = nowNanos;
    }

    @Override
    public void close() {
        closed = true;
    }
}
