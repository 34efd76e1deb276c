package dev.multipool.perf.validation;

import dev.multipool.capacity.calibration.Prediction;
import dev.multipool.laboratory.result.RunSettings;

/**
 * One configuration and what was claimed of it before it was measured.
 *
 * @param cores that the server had
 * @param serverCpuCores that the model lets it use
 * @param atTheKnee whether its users just saturate it
 */
record Claim(RunSettings settings, Prediction prediction, int cores, double serverCpuCores, boolean atTheKnee) {}
