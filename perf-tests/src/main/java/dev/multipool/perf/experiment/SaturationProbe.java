package dev.multipool.perf.experiment;

import dev.multipool.laboratory.result.Candidate;
import dev.multipool.laboratory.result.Demand.ClosedLoop;
import dev.multipool.laboratory.result.Finding;
import dev.multipool.laboratory.result.Finding.Subject;
import dev.multipool.laboratory.result.FindingCode;
import dev.multipool.laboratory.result.FindingFigure;
import dev.multipool.laboratory.result.Load;
import dev.multipool.laboratory.result.PointPosition;
import dev.multipool.laboratory.result.PointSummary;
import dev.multipool.laboratory.result.RunSettings;
import dev.multipool.laboratory.result.Variant;
import dev.multipool.laboratory.session.Session;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Finds where a server is full: users double until throughput no longer rises.
 *
 * <p>The saturating users are the fewest that reach 95 % of the largest throughput seen, the saturating rate is that
 * largest throughput.
 */
public final class SaturationProbe {
    static final String STAGE = "saturation, closed loop";

    private static final int FIRST_USERS = 4;
    /** Doubling the users has to bring this much more, or the throughput is flat. */
    private static final double FLAT_BELOW = 1.05;

    private static final double FULL_FROM = 0.95;

    private final Variant variant;
    private final ExperimentOptions options;
    private final int mostUsers;

    /**
     * A probe.
     *
     * @param variant a server that rejects none of so many users
     * @param options whose load is taken, with other users
     * @param mostUsers where it gives up to find an end
     */
    public SaturationProbe(Variant variant, ExperimentOptions options, int mostUsers) {
        this.variant = variant;
        this.options = options;
        this.mostUsers = mostUsers;
    }

    /**
     * Where the server is full.
     *
     * @param server its name
     * @param users the fewest that saturate it
     * @param ratePerSecond the most calls that it answers
     * @param flat whether throughput had stopped rising; else more users might bring more
     */
    public record Saturation(String server, int users, double ratePerSecond, boolean flat) {
        /** The same for a result. */
        public Finding finding() {
            return Finding.of(flat ? FindingCode.SATURATED : FindingCode.SATURATED_AT_LEAST)
                    .about(Subject.SERVER, server)
                    .with(FindingFigure.USERS, users)
                    .with(FindingFigure.CALLS_PER_SECOND, ratePerSecond);
        }
    }

    /** About how many runs it takes. */
    public int plannedRuns() {
        int runs = 0;
        for (int users = FIRST_USERS; users <= mostUsers; users *= 2) {
            runs++;
        }
        return Math.min(runs, 5);
    }

    /** Empty when no run counts even when made again. */
    public Optional<Saturation> find(Session session) throws InterruptedException {
        List<PointSummary> points = new ArrayList<>();
        double best = 0;
        boolean flat = false;
        for (int users = FIRST_USERS; users <= mostUsers && !flat; users *= 2) {
            List<PointSummary> measured = session.measure(List.of(point(users)), 1);
            List<Candidate> counts = Candidate.of(measured);
            if (counts.isEmpty()) {
                // the next one may count: a generator or a machine that was disturbed once is no reason to give up
                continue;
            }
            points.addAll(measured);
            double throughput = counts.get(0).throughput();
            flat = throughput < best * FLAT_BELOW;
            best = Math.max(best, throughput);
        }
        return points.isEmpty()
                ? Optional.empty()
                : Optional.of(new Saturation(variant.name(), fewest(points, best), best, flat));
    }

    private static int fewest(List<PointSummary> points, double best) {
        return Candidate.of(points).stream()
                .filter(candidate -> candidate.throughput() >= best * FULL_FROM)
                .mapToInt(candidate -> users(candidate.point()))
                .min()
                .orElse(FIRST_USERS);
    }

    private static int users(PointSummary point) {
        return point.settings().load().demand() instanceof ClosedLoop closed ? closed.users() : 0;
    }

    private RunSettings point(int users) {
        Load load = options.warmLoad().with(new ClosedLoop(users, 0, options.rejectBackoffSeconds()));
        return new RunSettings(new PointPosition(STAGE, "users", String.valueOf(users)), variant, load, List.of());
    }
}
