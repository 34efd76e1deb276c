package dev.multipool.perf.architecture.planted;

/** Called by this type alone, so what implements it is in use. */
interface Tool {
    int use();
}
