package dev.multipool.bench.generator;

/** Watches a run. Called on the thread that runs it, so what takes long here delays the next report, not the load. */
@FunctionalInterface
public interface ProgressListener {
    /** Watches nothing. */
    ProgressListener NONE = progress -> {};

    void onProgress(Progress progress);

    /** The measured window has just begun. */
    default void onWindow() {}
}
