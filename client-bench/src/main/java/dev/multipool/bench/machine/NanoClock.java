package dev.multipool.bench.machine;

/** Monotonic time; only differences mean something. */
@FunctionalInterface
public interface NanoClock {
    NanoClock SYSTEM = System::nanoTime;

    long nanoTime();
}
