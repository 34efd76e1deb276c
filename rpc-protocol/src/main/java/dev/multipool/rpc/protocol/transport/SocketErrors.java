package dev.multipool.rpc.protocol.transport;

import java.util.regex.Pattern;

/** Says what went wrong with a socket in the same words on every transport. */
public final class SocketErrors {
    /** The native transports name the system call and the number first. */
    private static final Pattern SYSTEM_CALL =
            Pattern.compile("^[\\w ]+\\(.*?\\) failed(?: with error\\(-?\\d+\\))?: ");

    private SocketErrors() {}

    /** What the system said, without the system call: {@code Connection refused}. */
    public static String reason(Throwable failure) {
        return SYSTEM_CALL.matcher(String.valueOf(failure.getMessage())).replaceFirst("");
    }
}
