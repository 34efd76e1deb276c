package dev.multipool.laboratory.sizing;

import java.util.Map;

/**
 * A setting that is measured again, for the answer.
 *
 * @param values by the knobs' names
 * @param users of the closed loop; where a rate is carried, that rate
 */
public record Finalist(Map<String, String> values, int users) {}
