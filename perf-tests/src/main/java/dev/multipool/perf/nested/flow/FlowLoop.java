package dev.multipool.perf.nested.flow;

import dev.multipool.laboratory.process.ContextSwitches;
import dev.multipool.laboratory.process.CpuMeter;
import dev.multipool.laboratory.process.CpuReading;
import dev.multipool.pools.NanoClock;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Loads a flow of this process: users that ask, wait for the answer and ask again.
 *
 * <p><b>Threads:</b> one window at a time, in the caller's thread, which sleeps meanwhile.
 */
public final class FlowLoop {
    private static final Path PROC = Path.of("/proc");
    private static final long LAST_ANSWERS_SECONDS = 10;

    private final Flow flow;
    private final NanoClock clock;
    private final SampleDigests samples;
    private final ContextSwitches contextSwitches = new ContextSwitches(PROC);

    public FlowLoop(Flow flow, NanoClock clock, SampleDigests samples) {
        this.flow = flow;
        this.clock = clock;
        this.samples = samples;
    }

    /**
     * Warms up, then measures.
     *
     * @throws IOException where there is no /proc to read
     * @throws IllegalStateException when requests do not end
     */
    public FlowFigures run(FlowOrder order) throws IOException, InterruptedException {
        CpuMeter meter = new CpuMeter(PROC, order.cpus());
        long beginNanos = clock.nanoTime() + TimeUnit.MILLISECONDS.toNanos(order.warmupMillis());
        long endNanos = beginNanos + TimeUnit.MILLISECONDS.toNanos(order.windowMillis());
        FlowTally tally = new FlowTally(beginNanos, endNanos);
        CountDownLatch users = new CountDownLatch(order.users());
        for (int number = 0; number < order.users(); number++) {
            new FlowUser(number, order.items(), flow, clock, samples, tally, users).begin();
        }
        TimeUnit.NANOSECONDS.sleep(beginNanos - clock.nanoTime());
        Sample begin = sample(meter, order);
        TimeUnit.NANOSECONDS.sleep(endNanos - clock.nanoTime());
        Sample end = sample(meter, order);
        if (!users.await(LAST_ANSWERS_SECONDS, TimeUnit.SECONDS)) {
            throw new IllegalStateException(
                    users.getCount() + " requests did not end within " + LAST_ANSWERS_SECONDS + " s after the window");
        }
        return new FlowFigures(
                tally.requests(),
                tally.failures(),
                tally.firstFailure(),
                order.windowMillis() / 1000.0,
                end.own.ownSeconds() - begin.own.ownSeconds(),
                end.switches - begin.switches,
                end.all.foreignCoresSince(begin.all));
    }

    private Sample sample(CpuMeter meter, FlowOrder order) throws IOException {
        long pid = ProcessHandle.current().pid();
        return new Sample(read(meter, List.of(pid)), read(meter, order.ownPids()), contextSwitches.read(pid));
    }

    private static CpuReading read(CpuMeter meter, List<Long> pids) throws IOException {
        CpuReading reading = meter.read(pids);
        if (reading == null) {
            throw new IOException("no CPU times of the processes " + pids + " below " + PROC);
        }
        return reading;
    }

    private record Sample(CpuReading own, CpuReading all, long switches) {}
}
