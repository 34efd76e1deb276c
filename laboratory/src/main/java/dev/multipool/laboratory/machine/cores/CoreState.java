package dev.multipool.laboratory.machine.cores;

import java.util.List;

/**
 * What the helper process could get, as it tells the laboratory.
 *
 * @param awakeBy what keeps each watched core from halting
 * @param realTime whether the meters of stalls run before everything else
 * @param thresholdMillis stalls are told of from this length on; 0 when there is no meter
 * @param apart whether the helper's threads yield as a group to all other groups
 * @param compacts whether it can compact memory
 * @param missing what it could not get, a clause each
 */
public record CoreState(
        AwakeBy awakeBy, boolean realTime, int thresholdMillis, boolean apart, boolean compacts, List<String> missing) {
    private static final String SEPARATOR = "\t";

    public CoreState {
        missing = List.copyOf(missing);
    }

    /** As one line. */
    public String line() {
        return String.join(
                SEPARATOR,
                awakeBy.name(),
                Boolean.toString(realTime),
                Integer.toString(thresholdMillis),
                Boolean.toString(apart),
                Boolean.toString(compacts),
                String.join(SEPARATOR, missing));
    }

    /** Reads what {@link #line} wrote. */
    public static CoreState parse(String line) {
        List<String> fields = List.of(line.split(SEPARATOR, -1));
        return new CoreState(
                AwakeBy.valueOf(fields.get(0)),
                Boolean.parseBoolean(fields.get(1)),
                Integer.parseInt(fields.get(2)),
                Boolean.parseBoolean(fields.get(3)),
                Boolean.parseBoolean(fields.get(4)),
                fields.subList(5, fields.size()).stream()
                        .filter(text -> !text.isEmpty())
                        .toList());
    }
}
