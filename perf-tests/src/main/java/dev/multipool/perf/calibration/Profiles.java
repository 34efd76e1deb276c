package dev.multipool.perf.calibration;

import dev.multipool.capacity.calibration.Calibration;
import dev.multipool.capacity.calibration.MeasuredRun;
import dev.multipool.capacity.calibration.ServiceProfile;
import dev.multipool.laboratory.result.LabResult;
import dev.multipool.perf.experiment.ExperimentOptions;
import dev.multipool.perf.service.ServiceCall;
import java.util.List;
import java.util.Map;

/** Profiles of the service out of runs that were made before. */
public final class Profiles {
    private Profiles() {}

    /**
     * What the model wants to know of the runs of a result.
     *
     * @throws IllegalArgumentException when none counts
     */
    public static List<MeasuredRun> measuredRuns(ServiceCall call, ExperimentOptions options, LabResult result) {
        return new CalibrationRuns(call, options)
                .measured(result.measured().runs(), result.setup().cores());
    }

    /**
     * The profile.
     *
     * @param settings of the servers of these runs, where they are not the usual ones
     */
    public static ServiceProfile fit(ServiceCall call, Map<String, String> settings, List<MeasuredRun> runs) {
        return Calibration.fit(call.shape(settings), runs);
    }
}
