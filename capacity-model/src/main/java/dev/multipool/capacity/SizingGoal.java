package dev.multipool.capacity;

/**
 * What a pool is to be sized for.
 *
 * @param cores of the machine, or the CPU quota rounded up
 * @param targetUtilization of the cores, more than 0, at most 1
 * @param arrivalRatePerSecond tasks per second that the pool must carry; NaN for what was measured
 * @param breathingRoomThreads what is added to rate times 99th percentile
 */
public record SizingGoal(int cores, double targetUtilization, double arrivalRatePerSecond, int breathingRoomThreads) {

    /** The breathing room that turns 6.7 threads into 10. */
    public static final int DEFAULT_BREATHING_ROOM = 3;

    /** Validates. */
    public SizingGoal {
        SizingFormulas.positive("cores", cores);
        if (!(targetUtilization > 0 && targetUtilization <= 1)) {
            throw new IllegalArgumentException(
                    "targetUtilization: " + targetUtilization + " (expected: more than 0, at most 1)");
        }
        if (!Double.isNaN(arrivalRatePerSecond)) {
            SizingFormulas.notNegative("arrivalRatePerSecond", arrivalRatePerSecond);
        }
    }

    /** Returns the goal to carry what was measured on that many cores, used fully. */
    public static SizingGoal asMeasured(int cores) {
        return new SizingGoal(cores, 1.0, Double.NaN, DEFAULT_BREATHING_ROOM);
    }

    /** Returns this goal for another rate. */
    public SizingGoal at(double newArrivalRatePerSecond) {
        return new SizingGoal(cores, targetUtilization, newArrivalRatePerSecond, breathingRoomThreads);
    }
}
