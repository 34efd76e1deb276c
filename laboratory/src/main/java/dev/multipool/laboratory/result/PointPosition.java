package dev.multipool.laboratory.result;

/**
 * Where a point stands in its experiment, for tables and charts.
 *
 * @param stage the part of the experiment, such as {@code closed loop, 160 users}; one table and one chart each
 * @param axis what the stage varies, such as {@code threads}
 * @param label the point's value on that axis, such as {@code 8}
 */
public record PointPosition(String stage, String axis, String label) {
    /** For people: {@code threads 8}. */
    public String describe() {
        return axis + " " + label;
    }
}
