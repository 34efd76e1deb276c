package dev.multipool.rpc.server.journal;

import java.time.Duration;

/** What a warning is about. Each kind is told at a rate of its own, so that none hides another. */
public enum LogKind {
    /** A peer sent what is no frame. */
    BROKEN_STREAM,
    /** A connection failed in another way. */
    CONNECTION_FAILED,
    /** Looking after connections failed. */
    CONNECTION_CARE_FAILED,
    /** A handler threw what it should not. */
    HANDLER_FAILED,
    /** A handler answered that its call failed, such as for its store. */
    CALL_FAILED,
    /** Something beside a call failed: an observer, a journal. */
    BESIDE_CALL_FAILED,
    /** A file can't be looked at. */
    LOOK_FAILED,
    /** The server's stop failed. */
    STOP_FAILED,
    /** As many connections are open as may be, which can last. */
    DOOR_FULL(Duration.ofMinutes(1));

    private final Duration interval;

    LogKind() {
        this(Duration.ofSeconds(1));
    }

    LogKind(Duration interval) {
        this.interval = interval;
    }

    /** Least time between two warnings of this kind. */
    Duration interval() {
        return interval;
    }
}
