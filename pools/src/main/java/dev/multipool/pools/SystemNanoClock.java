package dev.multipool.pools;

/** The JVM's clock: the one class that reads {@link System#nanoTime()}. */
enum SystemNanoClock implements NanoClock {
    INSTANCE;

    @Override
    public long nanoTime() {
        return System.nanoTime();
    }
}
