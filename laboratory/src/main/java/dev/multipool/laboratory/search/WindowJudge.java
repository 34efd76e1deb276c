package dev.multipool.laboratory.search;

import dev.multipool.bench.result.Fault;
import dev.multipool.bench.result.LoadResult.Sending;
import dev.multipool.capacity.Objective;
import dev.multipool.laboratory.result.LabRun;
import dev.multipool.laboratory.sizing.Window;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether a window of a search keeps what is asked of the service.
 *
 * @param objective its limit
 * @param carry calls per second that have to be carried; null where the most is looked for
 */
record WindowJudge(Objective objective, @Nullable Integer carry) {
    /** Part of the calls due that must have been sent: else the generator, or its bound of calls in flight, was the limit. */
    private static final double KEPT_SCHEDULE = 0.99;

    Window judge(LabRun run) {
        double throughput = run.figures().counts().throughputPerSecond();
        double tail = run.figures().times().responseTime().p99Millis();
        boolean keeps = run.figures().counts().calls() > 0
                && run.figures().errorCount() == 0
                && objective.isMetBy(tail)
                && (carry == null || sentShare(run) >= KEPT_SCHEDULE)
                && run.invalidReasons().stream().noneMatch(reason -> reason.fault() == Fault.SCHEDULE_NOT_KEPT);
        return new Window(throughput, tail, keeps);
    }

    private static double sentShare(LabRun run) {
        Sending sending = run.figures().schedule().sending();
        return sending == null ? 1 : sending.sendRateShare();
    }
}
