package dev.multipool.rpc.client;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells the log that code which is not ours threw: once as a warning, then for who debugs. It never throws itself, though
 * what was thrown may not let itself be printed, and a log may fail too. Any thread; a race tells twice.
 */
final class ForeignFailures {
    private static final Logger log = LoggerFactory.getLogger(ForeignFailures.class);

    private final ServerAddress server;
    private volatile boolean told;

    /** Of the code that takes part in calls to this server. */
    ForeignFailures(ServerAddress server) {
        this.server = server;
    }

    void tell(String who, Throwable thrown) {
        try {
            if (!told) {
                told = true;
                log.warn("calls to {}: {} threw {}, which is not told again", server, who, typeOf(thrown));
            }
            log.debug("calls to {}: {} threw", server, who, thrown);
        } catch (Throwable untold) {
            return;
        }
    }

    /** What can be said of any throwable: its message may throw in turn. */
    static String typeOf(Throwable thrown) {
        return thrown.getClass().getName();
    }

    /** The innermost message, or what there is instead; causes may form a ring. */
    static String reasonOf(Throwable thrown) {
        try {
            Throwable root = thrown;
            for (int depth = 0; root.getCause() != null && depth < 100; depth++) {
                root = root.getCause();
            }
            return root.getMessage() != null ? root.getMessage() : root.toString();
        } catch (Throwable unprintable) {
            return typeOf(thrown);
        }
    }
}
