package dev.multipool.rpc.server.journal;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What became of the calls of one method since the server was made.
 *
 * @param method the method's full name, or {@link #UNKNOWN}
 * @param answersByCode answers by the name of their code, each code there is, in a fixed order
 * @param responseNanos the time between a call's arrival and its answer being handed to its connection, summed
 */
public record MethodCalls(String method, Map<String, Long> answersByCode, long responseNanos) {
    /** Stands for the methods that callers asked for and the server does not have. */
    public static final String UNKNOWN = "unknown";

    /** The code's name of calls that succeeded. */
    public static final String SUCCESS = "OK";

    /** The name for all codes that are none of ours, which a handler may choose. */
    public static final String OTHER_CODES = "OTHER";

    public MethodCalls {
        answersByCode = Collections.unmodifiableMap(new LinkedHashMap<>(answersByCode));
    }

    /** Calls that were answered, with whatever code. */
    public long answers() {
        return answersByCode.values().stream().mapToLong(Long::longValue).sum();
    }
}
