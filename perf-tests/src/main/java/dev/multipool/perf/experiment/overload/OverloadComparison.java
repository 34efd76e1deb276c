package dev.multipool.perf.experiment.overload;

import dev.multipool.laboratory.result.PointSummary;
import java.util.List;

/**
 * The variants that were measured under one overload.
 *
 * @param name of the overload
 * @param points one for each variant
 * @param handTuned name of the variant that the others are compared with
 */
record OverloadComparison(String name, List<PointSummary> points, String handTuned) {}
