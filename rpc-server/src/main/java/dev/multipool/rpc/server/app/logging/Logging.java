package dev.multipool.rpc.server.app.logging;

import ch.qos.logback.classic.LoggerContext;
import org.slf4j.LoggerFactory;

/** The end of logging: what was logged is written, for at most a second, and nothing after it. */
public final class Logging {
    private Logging() {}

    public static void end() {
        if (LoggerFactory.getILoggerFactory() instanceof LoggerContext context) {
            context.stop();
        }
    }
}
