package dev.multipool.bench;

import dev.multipool.rpc.client.RpcClient;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Sends the calls of one load model, from {@link #start} until the window is over and its calls have ended, at the latest
 * until its client is closed.
 */
interface Drive {
    static Drive of(RunContext run, RpcClient client, LoopRecorders recorders) {
        var channels = IntStream.range(0, client.connections())
                .mapToObj(client::connection)
                .toList();
        SplittableRandom seeds = new SplittableRandom(run.plan().seed());
        LoadModel load = run.plan().load();
        if (load instanceof LoadModel.ClosedLoop closed) {
            return new ClosedLoopDrive(run, closed, channels, seeds, recorders);
        }
        return new OpenLoopDrive(run, (LoadModel.OpenLoop) load, channels, seeds, recorders);
    }

    /** Calls that the plan may have in flight at a time. */
    static int maxInFlight(LoadPlan plan) {
        return plan.load() instanceof LoadModel.ClosedLoop closed
                ? plan.peakUsers(closed)
                : ((LoadModel.OpenLoop) plan.load()).maxInFlight();
    }

    void start();

    /** Waits until the calls that count have ended; false when some have not within the bound. */
    boolean awaitEnd(Duration bound) throws InterruptedException;

    /** Counts what a schedule had in clean slices and was never reached; once, when the event loops have ended. */
    void countNeverReached(SliceJudge judge);

    /** How long a user waits from one call to the next when nothing stalls; null when no call waits for another, or it changes. */
    @Nullable
    Duration pauseBetweenCalls();
}
