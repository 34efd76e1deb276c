package dev.multipool.pools.internal;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs what somebody else's code threw. Never throws itself: the message of an exception is somebody else's code too, and
 * there may be no memory to write it down. Made when its class is loaded, so that nothing needs loading at that moment.
 */
public final class ThrownLog {

    private final Logger log;

    public ThrownLog(Class<?> owner) {
        log = LoggerFactory.getLogger(owner);
    }

    public void warn(String poolName, String what, Throwable thrown) {
        try {
            log.warn("pool {}: {}", poolName, what, thrown);
        } catch (Throwable unprintable) {
            try {
                String type = thrown.getClass().getName();
                log.warn("pool {}: {} ({}, which can't be printed)", poolName, what, type);
            } catch (Throwable noLog) {
                // no memory, or a broken appender: the count in the ledger is all that can be had
            }
        }
    }
}
