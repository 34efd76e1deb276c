package dev.multipool.perf.experiment.nestedpools;

import dev.multipool.laboratory.result.Variant;
import dev.multipool.perf.experiment.UserSearch.Boundary;

/** The largest load that was found for one pair of pools. */
record LargestLoad(PoolPair pair, Variant variant, Boundary found) {}
