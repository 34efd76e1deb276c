package dev.multipool.redis.source;

import dev.multipool.rpc.protocol.transport.SocketErrors;

/** The one line of a failure that a person needs. */
final class Reasons {
    private static final int LONGEST = 300;

    private Reasons() {}

    /** The innermost cause in its own words: the outer ones say only that something failed. */
    static String of(Throwable failure) {
        Throwable cause = failure;
        for (Throwable inner = cause.getCause(); inner != null && inner != cause; inner = cause.getCause()) {
            cause = inner;
        }
        return cause.getMessage() == null ? cause.getClass().getSimpleName() : oneLine(SocketErrors.reason(cause));
    }

    static String oneLine(String text) {
        String line = text.strip().replaceAll("\\s*\\R\\s*", " / ");
        return line.length() <= LONGEST ? line : line.substring(0, LONGEST) + "…";
    }
}
