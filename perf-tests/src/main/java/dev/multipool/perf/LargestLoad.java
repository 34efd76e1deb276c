package dev.multipool.perf;

import dev.multipool.perf.UserSearch.Boundary;
import dev.multipool.perf.result.Variant;

/** The largest load that was found for one pair of pools. */
record LargestLoad(PoolPair pair, Variant variant, Boundary found) {}
