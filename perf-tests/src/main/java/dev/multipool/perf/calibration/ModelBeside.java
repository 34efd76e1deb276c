package dev.multipool.perf.calibration;

import dev.multipool.capacity.calibration.Prediction;
import dev.multipool.capacity.calibration.ServiceProfile;
import dev.multipool.capacity.calibration.ServiceProfile.Missed;
import dev.multipool.capacity.sim.CpuModel;
import dev.multipool.laboratory.process.CorePlan;
import dev.multipool.laboratory.result.Candidate;
import dev.multipool.laboratory.result.Cell;
import dev.multipool.laboratory.result.PointSummary;
import dev.multipool.laboratory.result.Table;
import dev.multipool.laboratory.result.Table.Column;
import dev.multipool.laboratory.result.Table.Origin;
import dev.multipool.laboratory.result.Variant;
import dev.multipool.perf.experiment.PoolComparison;
import dev.multipool.perf.service.ServiceCall;
import java.util.ArrayList;
import java.util.List;

/** Formula, simulation and measurement of the same points, side by side. */
public final class ModelBeside {
    private final ServiceCall call;
    private final ServiceProfile profile;

    public ModelBeside(ServiceCall call, ServiceProfile profile) {
        this.call = call;
        this.profile = profile;
    }

    /** What the model says of a point that was, or will be, measured on that machine. */
    Prediction of(Variant variant, int users, CpuModel machine) {
        return Prediction.predict(profile, machine, CalibrationRuns.threads(call, variant), users);
    }

    /** The part of its cores that a variant can use, as the model knows it. */
    static CpuModel machine(Variant variant, CpuModel usual) {
        String cpus = variant.cpus();
        return cpus == null ? usual : CpuModel.inTurns(CorePlan.numbers(cpus).size());
    }

    /** A row for each point that has figures. */
    public Table table(String title, List<PointSummary> points, CpuModel machine, CorePlan cores) {
        List<Column> columns = List.of(
                new Column("pools", Origin.KEY),
                new Column("users", Origin.KEY),
                new Column("TPS", Origin.OURS),
                new Column("bound", Origin.PREDICTED),
                new Column("simulated TPS", Origin.PREDICTED),
                new Column("error %", Origin.PREDICTED),
                new Column("TP99 ms", Origin.OURS),
                new Column("simulated TP99 ms", Origin.PREDICTED),
                new Column("CPU cores", Origin.OURS),
                new Column("simulated cores", Origin.PREDICTED));
        List<List<Cell>> rows = new ArrayList<>();
        for (Candidate candidate : Candidate.of(points)) {
            rows.add(row(candidate, machine));
        }
        return new Table(
                title,
                "Measured on " + cores.describeServerCores() + "; bound is the least of what users, threads and cores"
                        + " allow by the formulas; simulated with the calibrated profile.",
                columns,
                rows);
    }

    /** The most that the model misses any of these points by. */
    public Missed missed(List<PointSummary> points, CpuModel machine) {
        double tps = 0;
        double p99 = 0;
        for (Candidate each : Candidate.of(points)) {
            Prediction predicted =
                    of(each.variant(), PoolComparison.users(each.point()), machine(each.variant(), machine));
            tps = Math.max(tps, Math.abs(predicted.tps() / each.throughput() - 1));
            p99 = Math.max(p99, Math.abs(predicted.p99Millis() / each.p99Millis() - 1));
        }
        return new Missed(tps, p99);
    }

    private List<Cell> row(Candidate candidate, CpuModel usual) {
        Variant variant = candidate.variant();
        int users = PoolComparison.users(candidate.point());
        Prediction predicted = of(variant, users, machine(variant, usual));
        return List.of(
                Cell.word(call.label(CalibrationRuns.threads(call, variant))),
                Cell.whole(users),
                Cell.whole(candidate.throughput()),
                Cell.whole(predicted.bound()),
                Cell.whole(predicted.tps()),
                Cell.change(predicted.tps() / candidate.throughput() - 1),
                Cell.millis(candidate.p99Millis()),
                Cell.millis(predicted.p99Millis()),
                Cell.cores(candidate.figures().serverCpuCores()),
                Cell.hundredths(predicted.result().cpu().busyCores()));
    }
}
