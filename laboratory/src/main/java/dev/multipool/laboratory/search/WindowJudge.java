package dev.multipool.laboratory.search;

import dev.multipool.bench.result.Fault;
import dev.multipool.bench.result.InvalidReason;
import dev.multipool.bench.result.InvalidReason.Measure;
import dev.multipool.bench.result.LoadResult.Sending;
import dev.multipool.capacity.Objective;
import dev.multipool.laboratory.result.LabRun;
import dev.multipool.laboratory.sizing.Window;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether a window keeps what is asked of the service.
 *
 * @param objective its limit
 * @param carry calls per second that have to be carried; null where the most is looked for
 */
public record WindowJudge(Objective objective, @Nullable Integer carry) {
    /** Part of the calls due that must have been sent: else the generator, or its bound of calls in flight, was the limit. */
    private static final double KEPT_SCHEDULE = 0.99;

    /** With these the generator was the limit: what it saw is not the service's doing. */
    private static final Set<Fault> OF_THE_GENERATOR =
            EnumSet.of(Fault.GENERATOR_BOTTLENECK, Fault.GENERATOR_PAUSED, Fault.GENERATOR_LATE, Fault.STOPPED_EARLY);

    /** What it served, and whether that keeps the objective. */
    public Window judge(LabRun run) {
        double throughput = run.figures().counts().throughputPerSecond();
        double tail = run.figures().times().responseTime().p99Millis();
        boolean keeps = run.figures().counts().calls() > 0
                && run.figures().errorCount() == 0
                && objective.isMetBy(tail)
                && (carry == null || sentShare(run) >= KEPT_SCHEDULE)
                && run.invalidReasons().stream().noneMatch(reason -> reason.fault() == Fault.SCHEDULE_NOT_KEPT);
        return new Window(throughput, tail, keeps);
    }

    /** Whether the machine or the generator was at work in what it shows. */
    public static boolean isDisturbed(LabRun run) {
        return run.invalidReasons().stream().anyMatch(WindowJudge::isDisturbance);
    }

    private static boolean isDisturbance(InvalidReason reason) {
        return reason.fault().isOfTheMachine() || OF_THE_GENERATOR.contains(reason.fault());
    }

    /** What was disturbed tells of the service only when it kept the objective all the same, or broke it by more than the disturbance. */
    boolean tells(LabRun run) {
        return !isDisturbed(run)
                || objective.isMetBy(run.figures().times().responseTime().p99Millis())
                || isSlowInAnyCase(run);
    }

    /** Whether half of the calls took longer than the limit, even if each of them had waited for all that held the generator up. */
    private boolean isSlowInAnyCase(LabRun run) {
        double heldUpMillis = run.invalidReasons().stream()
                .filter(WindowJudge::isDisturbance)
                .mapToDouble(WindowJudge::heldUpMillis)
                .sum();
        double medianMillis = run.figures().times().responseTime().p50Millis();
        return !objective.isMetBy(medianMillis - heldUpMillis);
    }

    /** How long this can have held up a call: without end where nobody knows. */
    private static double heldUpMillis(InvalidReason reason) {
        Measure known =
                switch (reason.fault()) {
                    case GENERATOR_PAUSED -> Measure.PAUSED_MILLIS;
                    case GENERATOR_LATE -> Measure.SEND_DELAY_MILLIS;
                    default -> null;
                };
        return known == null
                ? Double.POSITIVE_INFINITY
                : reason.figures().getOrDefault(known, Double.POSITIVE_INFINITY);
    }

    private static double sentShare(LabRun run) {
        Sending sending = run.figures().schedule().sending();
        return sending == null ? 1 : sending.sendRateShare();
    }
}
