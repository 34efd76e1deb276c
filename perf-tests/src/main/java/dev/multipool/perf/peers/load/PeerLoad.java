package dev.multipool.perf.peers.load;

import dev.multipool.laboratory.process.ContextSwitches;
import dev.multipool.laboratory.process.CpuMeter;
import dev.multipool.laboratory.process.CpuReading;
import dev.multipool.perf.peers.contestant.PeerClient;
import dev.multipool.pools.NanoClock;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * Loads one contestant by a closed or an open loop, on the client's one event loop, and measures what that costs.
 *
 * <p><b>Threads:</b> one window at a time, in the caller's thread, which sleeps while the event loop works.
 */
public final class PeerLoad {
    private static final Path PROC = Path.of("/proc");
    /** How long the last answers may take after the window. */
    static final long LAST_ANSWERS_SECONDS = 10;

    private final PeerClient client;
    private final NanoClock clock;
    private final ContextSwitches contextSwitches = new ContextSwitches(PROC);

    public PeerLoad(PeerClient client, NanoClock clock) {
        this.client = client;
        this.clock = clock;
    }

    /**
     * Warms up, then measures.
     *
     * @throws IOException where there is no /proc to read, or the server has ended
     * @throws IllegalStateException when calls do not end
     */
    public LoadFigures run(LoadOrder order) throws IOException, InterruptedException {
        CpuMeter meter = new CpuMeter(PROC, order.cpus());
        long beginNanos = clock.nanoTime() + TimeUnit.MILLISECONDS.toNanos(order.warmupMillis());
        long endNanos = beginNanos + TimeUnit.MILLISECONDS.toNanos(order.windowMillis());
        boolean isOpen = order.load().isOpen();
        LoopTally tally =
                new LoopTally(beginNanos, endNanos, isOpen ? 1 : order.load().users());
        LoadLoop loop =
                isOpen ? new OpenLoop(order, client, clock, tally) : new ClosedLoop(order, client, clock, tally);
        client.execute(loop::begin);
        CountDownLatch users = tally.users();
        awaitUntil(beginNanos, users);
        Sample begin = sample(meter, order);
        awaitUntil(endNanos, users);
        Sample end = sample(meter, order);
        if (!users.await(LAST_ANSWERS_SECONDS, TimeUnit.SECONDS)) {
            throw new IllegalStateException((isOpen ? "some" : users.getCount()) + " calls did not end within "
                    + LAST_ANSWERS_SECONDS + " s after the window"
                    + (tally.firstFailure() == null ? "" : "; " + tally.firstFailure()));
        }
        Histogram responses = tally.responseTimeNanos();
        return new LoadFigures(
                new LoadFigures.Answered(responses.getTotalCount(), tally.failures(), tally.firstFailure()),
                order.windowMillis() / 1000.0,
                new LoadFigures.Cost(
                        end.server.ownSeconds() - begin.server.ownSeconds(),
                        end.client.ownSeconds() - begin.client.ownSeconds(),
                        end.switches - begin.switches),
                end.all.foreignCoresSince(begin.all),
                new LoadFigures.Times(micros(responses, 50), micros(responses, 99), micros(responses, 99.9)),
                isOpen ? micros(tally.sendDelayNanos(), 99) : null);
    }

    private static double micros(Histogram nanos, double percentile) {
        return nanos.getValueAtPercentile(percentile) / 1000.0;
    }

    private void awaitUntil(long atNanos, CountDownLatch users) throws InterruptedException {
        for (long left = atNanos - clock.nanoTime(); left > 0; left = atNanos - clock.nanoTime()) {
            if (users.await(left, TimeUnit.NANOSECONDS)) {
                TimeUnit.NANOSECONDS.sleep(left);
            }
        }
    }

    private Sample sample(CpuMeter meter, LoadOrder order) throws IOException {
        return new Sample(
                read(meter, List.of(order.serverPid())),
                read(meter, List.of(ProcessHandle.current().pid())),
                read(meter, order.ownPids()),
                contextSwitches.read(order.serverPid()));
    }

    private static CpuReading read(CpuMeter meter, List<Long> pids) throws IOException {
        CpuReading reading = meter.read(pids);
        if (reading == null) {
            throw new IOException("no CPU times of the processes " + pids + " below " + PROC);
        }
        return reading;
    }

    private record Sample(CpuReading server, CpuReading client, CpuReading all, long switches) {}
}
