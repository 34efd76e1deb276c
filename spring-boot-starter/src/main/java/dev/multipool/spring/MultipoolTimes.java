package dev.multipool.spring;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The times of an application's server, as its {@code multipool.*} properties describe them.
 *
 * @param defaultDeadline of calls whose caller sent no timeout
 * @param maxDeadline the longest that a call gets, whatever longer timeout its caller sent
 * @param drainTimeout longest time that calls in flight get to finish when the application stops
 * @param slowCall from which response time on a call is counted and kept as slow
 */
@ConfigurationProperties("multipool")
public record MultipoolTimes(
        @DefaultValue("10s") Duration defaultDeadline,
        @DefaultValue("10m") Duration maxDeadline,
        @DefaultValue("10s") Duration drainTimeout,
        @DefaultValue("100ms") Duration slowCall) {
    public MultipoolTimes {
        requireAtLeast("multipool.default-deadline", defaultDeadline, Duration.ofMillis(1));
        requireAtLeast("multipool.max-deadline", maxDeadline, defaultDeadline);
        requireAtLeast("multipool.drain-timeout", drainTimeout, Duration.ZERO);
        requireAtLeast("multipool.slow-call", slowCall, Duration.ofNanos(1));
    }

    private static void requireAtLeast(String key, Duration value, Duration least) {
        if (value.compareTo(least) < 0) {
            throw new IllegalArgumentException(key + ": " + value + " (expected: >= " + least + ")");
        }
    }
}
