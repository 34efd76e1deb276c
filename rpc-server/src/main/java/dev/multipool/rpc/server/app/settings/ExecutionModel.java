package dev.multipool.rpc.server.app.settings;

/** Where a method's handler runs. */
public enum ExecutionModel {
    /** On a thread of a named pool, which waits for Redis. */
    BLOCKING,
    /** On the event loop, which waits for nobody: Redis's answer completes the call. */
    ASYNC
}
