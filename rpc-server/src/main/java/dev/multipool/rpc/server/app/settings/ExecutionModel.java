package dev.multipool.rpc.server.app.settings;

/** Where a method's handler runs. */
public enum ExecutionModel {
    /** On a thread of a named pool, which waits for what the call needs. */
    BLOCKING,
    /** The same on a pool of kind virtual: what waits is cheap. Needs JDK 21 or newer. */
    VIRTUAL,
    /** On the event loop, which waits for nobody: answers complete the call. */
    ASYNC,
    /** On the event loop, which waits, and all calls of its connections with it. */
    DIRECT
}
