package dev.multipool.laboratory.foreign;

import dev.multipool.bench.result.Percentiles;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a program told of the load that it made.
 *
 * @param calls answered without an error
 * @param errors all other calls, by a name of their failure
 * @param seconds how long it made load
 * @param times response times, as far as the program tells them apart of the calls without an error
 * @param notSent calls of an open loop that were due and not sent; null where it does not tell
 * @param traffic what went over the network; null where it does not tell
 */
record EngineFigures(
        long calls,
        Map<String, Long> errors,
        double seconds,
        Percentiles times,
        @Nullable Long notSent,
        @Nullable Traffic traffic) {
    /**
     * What went over the network; what a program does not tell is null.
     *
     * @param sentBytes to the service
     * @param receivedBytes from it
     */
    record Traffic(@Nullable Double sentBytes, @Nullable Double receivedBytes) {}

    EngineFigures {
        Map<String, Long> some = new TreeMap<>(errors);
        some.values().removeIf(count -> count == 0);
        errors = Collections.unmodifiableMap(some);
    }

    /** All failed calls. */
    long failed() {
        return errors.values().stream().mapToLong(Long::longValue).sum();
    }
}
