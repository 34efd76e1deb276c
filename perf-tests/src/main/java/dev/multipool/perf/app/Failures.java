package dev.multipool.perf.app;

import java.nio.file.FileSystemException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Failures as a user reads them: what went wrong; the stack trace only goes to the debug log. */
final class Failures {
    private static final Logger log = LoggerFactory.getLogger(Failures.class);

    private Failures() {}

    static String describe(Exception e) {
        log.debug("failed", e);
        String message = e.getMessage();
        if (e instanceof FileSystemException file && file.getReason() == null) {
            // its message is but the file's name; what happened to the file is in the name of the class
            return e.getClass().getSimpleName().replace("Exception", "") + ": " + message;
        }
        return message == null || message.isBlank() ? e.getClass().getSimpleName() : message;
    }
}
