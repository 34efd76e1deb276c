package dev.multipool.capacity;

/**
 * What a pool is to be sized for.
 *
 * @param cores of the machine, or the CPU quota rounded up
 * @param targetUtilization of the cores, more than 0, at most 1
 * @param arrivalRatePerSecond tasks per second that the pool must carry; NaN for what was measured
 * @param breathingRoomThreads what is added to rate times 99th percentile
 */
public record Objective(int cores, double targetUtilization, double arrivalRatePerSecond, int breathingRoomThreads) {

    /** The breathing room that turns 6.7 threads into 10. */
    public static final int DEFAULT_BREATHING_ROOM = 3;

    /** Validates. */
    public Objective {
        SizingFormulas.positive("cores", cores);
        if (!(targetUtilization > 0 && targetUtilization <= 1)) {
            throw new IllegalArgumentException(
                    "targetUtilization: " + targetUtilization + " (expected: more than 0, at most 1)");
        }
        if (!Double.isNaN(arrivalRatePerSecond)) {
            SizingFormulas.notNegative("arrivalRatePerSecond", arrivalRatePerSecond);
        }
    }

    /** Returns the objective to carry what was measured on that many cores, used fully. */
    public static Objective asMeasured(int cores) {
        return new Objective(cores, 1.0, Double.NaN, DEFAULT_BREATHING_ROOM);
    }

    /** Returns this objective for another rate. */
    public Objective at(double newArrivalRatePerSecond) {
        return new Objective(cores, targetUtilization, newArrivalRatePerSecond, breathingRoomThreads);
    }
}
