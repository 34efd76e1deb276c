package dev.multipool.perf.validation;

import dev.multipool.laboratory.process.CorePlan;
import dev.multipool.laboratory.result.Cell;
import dev.multipool.laboratory.result.Finding;
import dev.multipool.laboratory.result.Finding.Subject;
import dev.multipool.laboratory.result.FindingCode;
import dev.multipool.laboratory.result.FindingFigure;
import dev.multipool.laboratory.result.PointSummary;
import dev.multipool.laboratory.result.PointSummary.PointFigures;
import dev.multipool.laboratory.result.Table;
import dev.multipool.laboratory.result.Table.Column;
import dev.multipool.laboratory.result.Table.Origin;
import dev.multipool.perf.service.ServiceCall;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** What was claimed beside what was then measured. */
final class ValidationTable {
    /** Above it TP99 is a matter of who is scheduled when, and is not judged. */
    private static final double BUSY = 0.85;

    private final ServiceCall call;
    private final CorePlan cores;
    private final List<Claim> claims;
    private final List<PointSummary> measured;
    private final double drift;
    private final double mostDrift;

    ValidationTable(
            ServiceCall call,
            CorePlan cores,
            List<Claim> claims,
            List<PointSummary> measured,
            double drift,
            double mostDrift) {
        this.call = call;
        this.cores = cores;
        this.claims = claims;
        this.measured = measured;
        this.drift = drift;
        this.mostDrift = mostDrift;
    }

    /** A claim and the figures to judge it by. */
    private record Judged(Claim claim, PointFigures figures) {
        double tps() {
            return figures.throughputPerSecond().median();
        }

        double p99() {
            return figures.percentiles().p99Millis().median();
        }

        boolean isBusy() {
            Double cpu = figures.serverCpuCores();
            return cpu == null || cpu > BUSY * claim.cores();
        }
    }

    private Optional<PointSummary> point(Claim claim) {
        return measured.stream()
                .filter(point -> point.settings().equals(claim.settings()))
                .findFirst();
    }

    private boolean drifted() {
        return Math.abs(drift) > mostDrift;
    }

    private List<Judged> judged() {
        List<Judged> judged = new ArrayList<>();
        for (Claim claim : claims) {
            Optional<PointSummary> point = point(claim);
            PointFigures figures = point.map(PointSummary::figures).orElse(null);
            if (figures != null && !drifted()) {
                judged.add(new Judged(claim, figures));
            }
        }
        return judged;
    }

    Table table() {
        List<List<Cell>> rows = new ArrayList<>();
        for (Claim claim : claims) {
            rows.add(row(claim));
        }
        return new Table(
                "Predicted, then measured: " + call.word(),
                String.format(
                        Locale.ROOT,
                        "Calibrated on 1 core, of %d of the machine; CPU per call drifted by %+.1f %% meanwhile. The"
                                + " predictions were written before the measurement.",
                        cores.machineCores(),
                        100 * drift),
                List.of(
                        new Column("cores", Origin.KEY),
                        new Column("server", Origin.KEY),
                        new Column("users", Origin.KEY),
                        new Column("TPS", Origin.OURS),
                        new Column("simulated", Origin.PREDICTED),
                        new Column("error %", Origin.PREDICTED),
                        new Column("bound error %", Origin.PREDICTED),
                        new Column("network error %", Origin.PREDICTED),
                        new Column("TP99 ms", Origin.OURS),
                        new Column("simulated TP99 ms", Origin.PREDICTED),
                        new Column("CPU cores", Origin.OURS),
                        new Column("simulated cores", Origin.PREDICTED),
                        new Column("counts", Origin.OURS)),
                rows);
    }

    private List<Cell> row(Claim claim) {
        Optional<PointSummary> point = point(claim);
        PointFigures figures = point.map(PointSummary::figures).orElse(null);
        double tps =
                figures == null ? Double.NaN : figures.throughputPerSecond().median();
        Double cpu = figures == null ? null : figures.serverCpuCores();
        String counts = figures == null ? "no: discarded" : drifted() ? "no: drift" : "yes";
        return List.of(
                Cell.whole(claim.cores()),
                Cell.word(claim.settings().variant().name()),
                Cell.whole(claim.prediction().users()),
                figures == null ? Cell.NOTHING : Cell.whole(tps),
                Cell.whole(claim.prediction().tps()),
                error(claim.prediction().tps(), tps),
                error(claim.prediction().bound(), tps),
                error(claim.prediction().network(), tps),
                figures == null
                        ? Cell.NOTHING
                        : Cell.millis(figures.percentiles().p99Millis().median()),
                Cell.millis(claim.prediction().p99Millis()),
                Cell.cores(cpu),
                Cell.hundredths(claim.serverCpuCores()),
                Cell.word(counts));
    }

    private static Cell error(double predicted, double measured) {
        return Double.isNaN(measured) ? Cell.NOTHING : Cell.change(predicted / measured - 1);
    }

    /** The errors of all that counts: on cores of the server's own, and on shared ones. */
    List<Finding> findings() {
        List<Judged> all = judged();
        if (all.isEmpty()) {
            return List.of(
                    drifted()
                            ? about(FindingCode.CPU_DRIFTED).with(FindingFigure.CPU_DRIFT, drift)
                            : about(FindingCode.NOTHING_COUNTED));
        }
        List<Finding> findings = new ArrayList<>();
        findings.add(about(FindingCode.CONFIGURATIONS_COUNTED)
                .with(FindingFigure.COUNTED, all.size())
                .with(FindingFigure.EXPECTED, claims.size()));
        Map<Boolean, List<Judged>> bySharing = all.stream()
                .collect(Collectors.partitioningBy(each -> each.claim().cores() > cores.serverCores()));
        errors(FindingCode.MODEL_ERRORS_ON_OWN_CORES, bySharing.getOrDefault(false, List.of()))
                .ifPresent(findings::add);
        errors(FindingCode.MODEL_ERRORS_ON_SHARED_CORES, bySharing.getOrDefault(true, List.of()))
                .ifPresent(findings::add);
        return findings;
    }

    private Finding about(FindingCode code) {
        return Finding.of(code).about(Subject.METHOD, call.word());
    }

    private Optional<Finding> errors(FindingCode code, List<Judged> some) {
        if (some.isEmpty()) {
            return Optional.empty();
        }
        Map<FindingFigure, Double> errors = new EnumMap<>(FindingFigure.class);
        largest(some, each -> !each.claim().atTheKnee(), ValidationTable::simulated)
                .ifPresent(error -> errors.put(FindingFigure.THROUGHPUT_ERROR, error));
        largest(some, each -> each.claim().atTheKnee(), ValidationTable::simulated)
                .ifPresent(error -> errors.put(FindingFigure.KNEE_THROUGHPUT_ERROR, error));
        largest(some, each -> true, ValidationTable::bound)
                .ifPresent(error -> errors.put(FindingFigure.BOUND_ERROR, error));
        largest(some, each -> true, ValidationTable::network)
                .ifPresent(error -> errors.put(FindingFigure.NETWORK_ERROR, error));
        largest(some, each -> true, ValidationTable::cpu)
                .ifPresent(error -> errors.put(FindingFigure.CPU_ERROR, error));
        largest(some, each -> !each.isBusy(), ValidationTable::tail)
                .ifPresent(error -> errors.put(FindingFigure.P99_ERROR, error));
        return Optional.of(new Finding(code, about(code).subjects(), errors));
    }

    private static OptionalDouble largest(List<Judged> all, Predicate<Judged> which, ToDoubleFunction<Judged> error) {
        return all.stream().filter(which).mapToDouble(error).max();
    }

    private static double tail(Judged each) {
        return off(each.claim().prediction().p99Millis(), each.p99());
    }

    private static double simulated(Judged each) {
        return off(each.claim().prediction().tps(), each.tps());
    }

    private static double bound(Judged each) {
        return off(each.claim().prediction().bound(), each.tps());
    }

    private static double network(Judged each) {
        return off(each.claim().prediction().network(), each.tps());
    }

    private static double cpu(Judged each) {
        Double cpu = each.figures().serverCpuCores();
        return cpu == null
                ? 0
                : Math.abs(each.claim().serverCpuCores() - cpu) / each.claim().cores();
    }

    private static double off(double predicted, double measured) {
        return Math.abs(predicted / measured - 1);
    }
}
