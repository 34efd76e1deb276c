package dev.multipool.rpc.server.app.logging;

import ch.qos.logback.classic.AsyncAppender;
import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.LoggingEvent;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Writes log lines by a thread of its own, so that nobody who logs waits for whoever reads the log. Where that is a pipe
 * which is not emptied, lines are dropped; the next line that finds room is preceded by their count.
 *
 * <p><b>Threads</b>: any; none waits for the writing.
 */
public final class DroppingAppender extends AsyncAppender {
    private static final int LINES = 1024;

    /** Whoever has just begun to read needs a moment to make room for the last count. */
    private static final int LAST_LOOKS = 100;

    private static final long BETWEEN_LOOKS_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private final Object room = new Object();
    // guarded by room
    private long dropped;

    public DroppingAppender() {
        setQueueSize(LINES);
        setNeverBlock(true);
        // no level goes before there is no room left
        setDiscardingThreshold(0);
    }

    /** Under a lock, since the queue tells nobody that it refused a line: others only take from it meanwhile. */
    @Override
    protected void put(ILoggingEvent event) {
        synchronized (room) {
            tellDropped();
            if (getRemainingCapacity() > 0) {
                super.put(event);
            } else {
                dropped++;
            }
        }
    }

    @Override
    public void stop() {
        for (int i = 0; i < LAST_LOOKS && !hasToldAll(); i++) {
            LockSupport.parkNanos(BETWEEN_LOOKS_NANOS);
        }
        super.stop();
    }

    private boolean hasToldAll() {
        synchronized (room) {
            tellDropped();
            return dropped == 0;
        }
    }

    private void tellDropped() {
        if (dropped > 0 && getRemainingCapacity() > 1 && getContext() instanceof LoggerContext context) {
            super.put(new LoggingEvent(
                    DroppingAppender.class.getName(),
                    context.getLogger(DroppingAppender.class),
                    Level.WARN,
                    dropped + " log lines were dropped: nobody read them in time",
                    null,
                    null));
            dropped = 0;
        }
    }
}
