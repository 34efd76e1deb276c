package dev.multipool.laboratory.search;

import dev.multipool.capacity.calibration.MeasuredRun.Cpu;
import dev.multipool.capacity.calibration.MeasuredRun.Seen;
import dev.multipool.laboratory.guide.GuideWindow;
import dev.multipool.laboratory.guide.ModelGuide;
import dev.multipool.laboratory.process.Pauses;
import dev.multipool.laboratory.result.Demand;
import dev.multipool.laboratory.result.LabRun;
import dev.multipool.laboratory.session.Session;
import java.util.List;
import java.util.Optional;

/**
 * Lets a guide learn of each run of a session that counts.
 *
 * <p><b>Threads:</b> one.
 */
final class GuideLessons implements Runnable {
    private final Session session;
    private final ModelGuide guide;
    private int looked;

    GuideLessons(Session session, ModelGuide guide) {
        this.session = session;
        this.guide = guide;
    }

    /** Of the runs that came since the last time. */
    @Override
    public void run() {
        List<LabRun> runs = session.runs();
        runs.subList(looked, runs.size()).forEach(run -> lesson(run).ifPresent(guide::learn));
        looked = runs.size();
    }

    private static Optional<GuideWindow> lesson(LabRun run) {
        Double cpuCores = run.figures().use().serverCpuCores();
        double throughput = run.figures().counts().throughputPerSecond();
        boolean counts = run.isValid() && run.figures().errorCount() == 0 && throughput > 0;
        return counts && cpuCores != null && run.settings().load().demand() instanceof Demand.ClosedLoop closed
                ? Optional.of(new GuideWindow(
                        run.settings().variant().server(),
                        closed.users(),
                        new Seen(
                                throughput,
                                run.figures().times().responseTime().meanMillis(),
                                run.figures().times().responseTime().p99Millis()),
                        cpu(run, cpuCores, throughput),
                        run.server().pools(),
                        run.server().edges()))
                : Optional.empty();
    }

    private static Cpu cpu(LabRun run, double cores, double throughput) {
        Pauses pauses = run.server().pauses();
        if (pauses == null || run.server().pools().isEmpty()) {
            return new Cpu(cores, 0, 0);
        }
        double calls = throughput * run.server().pools().get(0).seconds();
        return new Cpu(cores, pauses.count() / calls, pauses.meanMillis());
    }
}
