package dev.multipool.perf.search;

import dev.multipool.laboratory.result.RunSettings;
import dev.multipool.laboratory.result.SustainableRate;

/**
 * What the finals decided on, and the rate that independent callers can have of it.
 *
 * @param settings in a closed loop
 * @param rate that was searched with the same server
 */
record RatedAnswer(RunSettings settings, SustainableRate rate) {}
