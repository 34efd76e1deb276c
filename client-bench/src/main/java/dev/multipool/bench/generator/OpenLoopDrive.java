package dev.multipool.bench.generator;

import dev.multipool.bench.call.Connection;
import dev.multipool.bench.measure.LoopRecorders;
import dev.multipool.bench.measure.SliceJudge;
import dev.multipool.bench.plan.LoadModel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Sends an open loop: each connection has its share of the schedule, and all share the bound of calls in flight. */
final class OpenLoopDrive implements Drive {
    private final List<OpenLoopSender> senders = new ArrayList<>();
    private final CountDownLatch activeSenders;
    private final List<Pacer> pacers = new ArrayList<>();

    OpenLoopDrive(
            RunContext run,
            LoadModel.OpenLoop load,
            List<? extends Connection> connections,
            SplittableRandom seeds,
            LoopRecorders recorders) {
        this.activeSenders = new CountDownLatch(connections.size());
        LoadCurve curve = LoadCurve.of(load, run.plan().timing());
        Semaphore inFlight = new Semaphore(load.maxInFlight());
        Map<ScheduledExecutorService, List<OpenLoopSender>> byLoop = new LinkedHashMap<>();
        for (int i = 0; i < connections.size(); i++) {
            Connection connection = connections.get(i);
            OpenLoopSender sender = new OpenLoopSender(
                    connection,
                    run,
                    connection.calls(seeds.split()),
                    new ArrivalSchedule(load.arrivals(), curve, i, connections.size(), seeds.split()),
                    recorders.of(connection),
                    inFlight,
                    activeSenders);
            senders.add(sender);
            byLoop.computeIfAbsent(connection.eventLoop(), loop -> new ArrayList<>())
                    .add(sender);
        }
        byLoop.forEach((loop, itsSenders) -> pacers.add(new Pacer(loop, itsSenders, run.clock())));
    }

    @Override
    public void start() {
        pacers.forEach(Pacer::start);
    }

    @Override
    public boolean awaitEnd(Duration bound) throws InterruptedException {
        // some may not be due before the end of their waiting
        senders.forEach(OpenLoopSender::endSoon);
        return activeSenders.await(bound.toNanos(), TimeUnit.NANOSECONDS);
    }

    @Override
    public void countNeverReached(SliceJudge judge) {
        senders.forEach(sender -> sender.countNeverReached(judge));
    }

    @Override
    public @Nullable Duration pauseBetweenCalls() {
        return null;
    }
}
