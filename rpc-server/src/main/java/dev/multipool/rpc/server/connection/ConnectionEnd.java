package dev.multipool.rpc.server.connection;

/** Why the server closed a connection that its peer had not closed: one reason per cause, each counted. */
public enum ConnectionEnd {
    /** No frame came for longer than a connection may be idle. */
    IDLE,
    /** A frame was begun and not completed in time. */
    UNFINISHED_FRAME,
    /** Unfinished frames of all connections held as much as they may, and this one had to make room. */
    UNFINISHED_FRAMES_FULL,
    /** No whole call came in time, while as many connections were open as may be. */
    NO_FIRST_CALL,
    /** The peer did not take an answer in time. */
    UNREAD_ANSWER,
    /** TLS could not be agreed on, or the peer's certificate is not trusted. */
    TLS_FAILED,
    /** The first call came without the right credential. */
    NOT_AUTHENTICATED
}
