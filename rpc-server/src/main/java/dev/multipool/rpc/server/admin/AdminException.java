package dev.multipool.rpc.server.admin;

import java.io.Serial;

/** A request that can't be answered as asked: an HTTP status and one line that says why. */
public final class AdminException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1L;

    private final int status;

    /** The message goes to whoever asked. */
    public AdminException(int status, String message) {
        super(message);
        this.status = status;
    }

    int status() {
        return status;
    }
}
