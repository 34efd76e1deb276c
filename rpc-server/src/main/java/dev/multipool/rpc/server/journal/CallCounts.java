package dev.multipool.rpc.server.journal;

import dev.multipool.rpc.protocol.RpcErrorCode;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts the answers of one method by code, and the time that they took. All counters exist from the start, so a call
 * pays for two additions and no look-up.
 *
 * <p><b>Threads</b>: any; never blocks.
 */
public final class CallCounts {
    private static final RpcErrorCode[] CODES = RpcErrorCode.values();

    private final String method;
    private final LongAdder success = new LongAdder();
    private final LongAdder[] byCode = new LongAdder[CODES.length];
    private final LongAdder otherCodes = new LongAdder();
    private final LongAdder nanos = new LongAdder();

    public CallCounts(String method) {
        this.method = method;
        for (int i = 0; i < byCode.length; i++) {
            byCode[i] = new LongAdder();
        }
    }

    public String method() {
        return method;
    }

    /** Counts an answer; 0 is success. */
    public void count(int code, long responseNanos) {
        counter(code).increment();
        nanos.add(responseNanos);
    }

    private LongAdder counter(int code) {
        if (code == 0) {
            return success;
        }
        for (int i = 0; i < CODES.length; i++) {
            if (CODES[i].number() == code) {
                return byCode[i];
            }
        }
        return otherCodes;
    }

    public MethodCalls snapshot() {
        Map<String, Long> answers = new LinkedHashMap<>();
        answers.put(MethodCalls.SUCCESS, success.sum());
        for (int i = 0; i < CODES.length; i++) {
            answers.put(CODES[i].name(), byCode[i].sum());
        }
        answers.put(MethodCalls.OTHER_CODES, otherCodes.sum());
        return new MethodCalls(method, answers, nanos.sum());
    }
}
