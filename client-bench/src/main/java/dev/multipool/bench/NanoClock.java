package dev.multipool.bench;

/** Monotonic time; only differences mean something. */
@FunctionalInterface
interface NanoClock {
    NanoClock SYSTEM = System::nanoTime;

    long nanoTime();
}
