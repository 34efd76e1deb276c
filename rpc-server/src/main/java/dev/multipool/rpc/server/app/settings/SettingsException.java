package dev.multipool.rpc.server.app.settings;

import java.io.Serial;

/** Settings that can't be used; the message is one line that names the key, the value, its origin and what was expected. */
public final class SettingsException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1L;

    SettingsException(String message) {
        super(message);
    }
}
