package dev.multipool.rpc.protocol.tls;

import java.io.Serial;

/** Files that no TLS can be made of. The message is one line that names the file, what it is and what was expected. */
public final class TlsException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1L;

    TlsException(String message, Throwable cause) {
        super(message, cause);
    }

    TlsException(String message) {
        super(message);
    }
}
