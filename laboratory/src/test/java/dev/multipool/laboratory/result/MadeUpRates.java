package dev.multipool.laboratory.result;

import dev.multipool.laboratory.description.Setting;
import dev.multipool.laboratory.result.Demand.ClosedLoop;
import dev.multipool.laboratory.result.Demand.OpenLoop;
import dev.multipool.laboratory.result.DescribedFacts.Asked;
import dev.multipool.laboratory.result.DescribedFacts.Protocol;
import dev.multipool.laboratory.result.SustainableRate.Carried;
import dev.multipool.laboratory.run.Trial;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Searches of a described service that nobody measured, with a rate that independent callers can have. */
public final class MadeUpRates {
    private static final Map<String, String> SETTINGS = Map.of("threads", "63");
    /** TP99 by the rate of looks. */
    private static final List<double[]> LOOKS = List.of(
            new double[] {1254, 7.1}, new double[] {1442, 18.4}, new double[] {1345, 10.9}, new double[] {1299, 9.2});

    private MadeUpRates() {}

    /** Three windows confirm it. */
    public static LabResult confirmed() {
        List<LabRun> runs = closedLoop();
        looks(runs);
        for (double tail : List.of(7.8, 8.2, 8.0)) {
            runs.add(open(runs.size() + 1, "sustainable rate", 1299, tail));
        }
        Evidence evidence = evidence(runs);
        return withRate(runs, SustainableRate.of(carried(8.0, evidence), List.of()));
    }

    /** There was time for one window. */
    public static LabResult provisional() {
        List<LabRun> runs = closedLoop();
        looks(runs);
        runs.add(open(runs.size() + 1, "sustainable rate", 1299, 8.4));
        Evidence evidence = evidence(runs);
        return withRate(
                runs,
                SustainableRate.of(carried(8.4, evidence), Gate.findShortfalls(MadeUpResults.OBJECTIVE, evidence)));
    }

    /** No rate, for a reason. */
    public static LabResult none(NoRate why) {
        return withRate(closedLoop(), SustainableRate.none(why));
    }

    private static Carried carried(double p99Millis, Evidence evidence) {
        return new Carried(1299, Demand.Arrivals.POISSON, 1299 / 1672.0, p99Millis, evidence, 1345);
    }

    private static Evidence evidence(List<LabRun> runs) {
        List<PointSummary> points = PointSummary.of(runs);
        return points.get(points.size() - 1).evidence();
    }

    private static LabResult withRate(List<LabRun> runs, SustainableRate rate) {
        LabResult result = MadeUpResults.service(
                "shop",
                Asked.by(Protocol.HTTP_1_1, false, Map.of("GET /products/{id}", 1)),
                List.of(MadeUpResults.KNOBS.get(2)),
                runs,
                List.of());
        return new LabResult(
                result.schemaVersion(),
                result.about(),
                result.answer().withSustainable(rate),
                result.findings(),
                result.setup(),
                result.measured(),
                result.tables());
    }

    private static List<LabRun> closedLoop() {
        List<LabRun> runs = new ArrayList<>();
        for (double[] seen : List.of(new double[] {1668, 8.2}, new double[] {1672, 8.3}, new double[] {1675, 8.3})) {
            runs.add(MadeUpResults.run(
                    new Trial(
                            runs.size() + 1,
                            runs.size() + 1,
                            at("finals", "63 / 10 users", new ClosedLoop(10, 0, 0.1))),
                    seen[0],
                    seen[1],
                    Map.of()));
        }
        return runs;
    }

    private static void looks(List<LabRun> runs) {
        LOOKS.forEach(look -> runs.add(open(runs.size() + 1, "rates", look[0], look[1])));
    }

    private static LabRun open(int number, String stage, double rate, double p99Millis) {
        OpenLoop demand = new OpenLoop(rate, Demand.Arrivals.POISSON, (int) (2 * rate));
        return MadeUpResults.run(new Trial(number, 1, at(stage, demand.describe(), demand)), rate, p99Millis, Map.of());
    }

    private static RunSettings at(String stage, String label, Demand demand) {
        return new RunSettings(
                new PointPosition(stage, demand instanceof OpenLoop ? "arrival rate" : "threads", label),
                new Variant(new Setting(SETTINGS).toString(), SETTINGS, null, null, null, null, false),
                MadeUpResults.loadOfOthers(10, null).with(demand),
                List.of());
    }
}
