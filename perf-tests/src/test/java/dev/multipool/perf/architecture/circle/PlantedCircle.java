package dev.multipool.perf.architecture.circle;

/** One of two files that know each other, to show that circles of files are seen. Never used. */
public final class PlantedCircle {
    private PlantedCircle() {}

    public static String name() {
        return PlantedCircleMember.name();
    }
}
