package dev.multipool.bench.generator;

import dev.multipool.bench.call.Connection;
import dev.multipool.bench.measure.LoopRecorders;
import dev.multipool.bench.measure.SliceJudge;
import dev.multipool.bench.plan.LoadModel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Runs the users of a closed loop: user u stays on connection u mod {@code connections}. */
final class ClosedLoopDrive implements Drive {
    private final LoadModel.ClosedLoop load;
    private final List<ClosedLoopUser> users = new ArrayList<>();
    private final CountDownLatch activeUsers;

    ClosedLoopDrive(
            RunContext run,
            LoadModel.ClosedLoop load,
            List<? extends Connection> connections,
            SplittableRandom seeds,
            LoopRecorders recorders) {
        this.load = load;
        int peakUsers = run.plan().peakUsers(load);
        this.activeUsers = new CountDownLatch(peakUsers);
        LoadCurve curve = LoadCurve.of(load, run.plan().timing());
        for (int i = 0; i < peakUsers; i++) {
            Connection connection = connections.get(i % connections.size());
            UserShift shift = new UserShift(i, curve, run.beginNanos());
            users.add(new ClosedLoopUser(connection, run, shift, seeds.split(), recorders.of(connection), activeUsers));
        }
    }

    @Override
    public void start() {
        users.forEach(ClosedLoopUser::start);
    }

    @Override
    public boolean awaitEnd(Duration bound) throws InterruptedException {
        return activeUsers.await(bound.toNanos(), TimeUnit.NANOSECONDS);
    }

    @Override
    public void countNeverReached(SliceJudge judge) {
        // a call is due when it is sent
    }

    @Override
    public @Nullable Duration pauseBetweenCalls() {
        // the median response time of all steps together is no one's
        return load.profile().isConstant() ? load.thinkTime() : null;
    }
}
