package dev.multipool.perf.validation;

import dev.multipool.perf.process.CorePlan;
import dev.multipool.perf.result.Figure;
import dev.multipool.perf.result.PointSummary;
import dev.multipool.perf.result.PointSummary.PointFigures;
import dev.multipool.perf.result.Table;
import dev.multipool.perf.result.Table.Column;
import dev.multipool.perf.result.Table.Origin;
import dev.multipool.perf.service.ServiceCall;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
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
        List<List<String>> rows = new ArrayList<>();
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

    private List<String> row(Claim claim) {
        Optional<PointSummary> point = point(claim);
        PointFigures figures = point.map(PointSummary::figures).orElse(null);
        double tps =
                figures == null ? Double.NaN : figures.throughputPerSecond().median();
        Double cpu = figures == null ? null : figures.serverCpuCores();
        String counts = figures == null ? "no: discarded" : drifted() ? "no: drift" : "yes";
        return List.of(
                String.valueOf(claim.cores()),
                claim.settings().variant().name(),
                String.valueOf(claim.prediction().users()),
                figures == null ? "" : Figure.perSecond(tps),
                Figure.perSecond(claim.prediction().tps()),
                error(claim.prediction().tps(), tps),
                error(claim.prediction().bound(), tps),
                error(claim.prediction().network(), tps),
                figures == null
                        ? ""
                        : Figure.millis(figures.percentiles().p99Millis().median()),
                Figure.millis(claim.prediction().p99Millis()),
                cpu == null ? "" : Figure.cores(cpu),
                Figure.cores(claim.serverCpuCores()),
                counts);
    }

    private static String error(double predicted, double measured) {
        return Double.isNaN(measured) ? "" : String.format(Locale.ROOT, "%+.1f", 100 * (predicted / measured - 1));
    }

    /** The errors of all that counts: on cores of the server's own, and on shared ones. */
    List<String> sentences() {
        List<Judged> all = judged();
        if (all.isEmpty()) {
            return List.of(call.word() + ": nothing to judge by: "
                    + (drifted()
                            ? String.format(Locale.ROOT, "CPU per call drifted by %+.1f %%", 100 * drift)
                            : "every window was disturbed or does not count"));
        }
        List<String> sentences = new ArrayList<>();
        sentences.add(String.format(
                Locale.ROOT, "%s: %d of %d configurations count", call.word(), all.size(), claims.size()));
        Map<Boolean, List<Judged>> bySharing = all.stream()
                .collect(Collectors.partitioningBy(each -> each.claim().cores() > cores.serverCores()));
        errors("on cores that the server has for itself", bySharing.getOrDefault(false, List.of()))
                .ifPresent(sentences::add);
        errors("on cores shared with generator and Redis", bySharing.getOrDefault(true, List.of()))
                .ifPresent(sentences::add);
        return sentences;
    }

    private Optional<String> errors(String where, List<Judged> some) {
        if (some.isEmpty()) {
            return Optional.empty();
        }
        List<Judged> knee =
                some.stream().filter(each -> each.claim().atTheKnee()).toList();
        List<Judged> others =
                some.stream().filter(each -> !each.claim().atTheKnee()).toList();
        List<Judged> calm = some.stream().filter(each -> !each.isBusy()).toList();
        return Optional.of(String.format(
                Locale.ROOT,
                "%s, %s: TPS off by %s at most, %s at the knee (bound %s, network %s); CPU by %.0f points; TP99 by %s below 85 %%"
                        + " CPU",
                call.word(),
                where,
                percent(others, ValidationTable::simulated),
                percent(knee, ValidationTable::simulated),
                percent(some, ValidationTable::bound),
                percent(some, ValidationTable::network),
                100 * most(some, ValidationTable::cpu),
                percent(calm, ValidationTable::tail)));
    }

    private static String percent(List<Judged> some, ToDoubleFunction<Judged> error) {
        return some.isEmpty() ? "nothing known" : String.format(Locale.ROOT, "%.1f %%", 100 * most(some, error));
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

    private static double most(List<Judged> all, ToDoubleFunction<Judged> error) {
        return all.stream().mapToDouble(error).max().orElse(0);
    }
}
