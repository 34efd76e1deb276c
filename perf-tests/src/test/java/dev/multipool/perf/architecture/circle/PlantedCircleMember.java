package dev.multipool.perf.architecture.circle;

/** The other of the two. Never used. */
public final class PlantedCircleMember {
    private PlantedCircleMember() {}

    public static String name() {
        return PlantedCircle.class.getSimpleName();
    }
}
