package dev.multipool.bench.http;

import dev.multipool.bench.call.AnsweredStatus;
import dev.multipool.bench.plan.HttpCalls.Expectation;
import java.io.Serial;

/** Why a request got no answer that counts. It has no stack trace: it comes by the thousand. */
@SuppressWarnings("StaticAssignmentOfThrowable") // without a stack trace and suppressed ones it is a constant
class HttpFailure extends Exception {
    @Serial
    private static final long serialVersionUID = 1L;

    static final HttpFailure TIMEOUT = new HttpFailure("TIMEOUT");
    static final HttpFailure CONNECT_FAILED = new HttpFailure("CONNECT_FAILED");
    static final HttpFailure TLS_FAILED = new HttpFailure("TLS_FAILED");
    static final HttpFailure CONNECTION_CLOSED = new HttpFailure("CONNECTION_CLOSED");
    static final HttpFailure CONNECTION_RESET = new HttpFailure("CONNECTION_RESET");
    static final HttpFailure STREAM_RESET = new HttpFailure("STREAM_RESET");
    static final HttpFailure STREAM_REFUSED = new HttpFailure("STREAM_REFUSED");
    static final HttpFailure BAD_ANSWER = new HttpFailure("BAD_ANSWER");
    static final HttpFailure ANSWER_TOO_LARGE = new HttpFailure("ANSWER_TOO_LARGE");
    static final HttpFailure NOT_ENCODED = new HttpFailure("NOT_ENCODED");
    static final HttpFailure CANCELLED = new HttpFailure("CANCELLED");

    private static final HttpFailure[] BY_STATUS = new HttpFailure[1_000];

    static {
        for (int status = 0; status < BY_STATUS.length; status++) {
            BY_STATUS[status] = new OfStatus(status);
        }
    }

    private HttpFailure(String name) {
        super(name, null, false, false);
    }

    /** An answer whose status is not one of those expected. */
    static HttpFailure ofStatus(int status) {
        return status >= 0 && status < BY_STATUS.length ? BY_STATUS[status] : BAD_ANSWER;
    }

    /** The name that it is counted by. */
    String errorName() {
        return String.valueOf(getMessage());
    }

    private static final class OfStatus extends HttpFailure implements AnsweredStatus {
        @Serial
        private static final long serialVersionUID = 1L;

        private final int status;

        OfStatus(int status) {
            super(Expectation.errorOf(status));
            this.status = status;
        }

        @Override
        public int status() {
            return status;
        }
    }
}
