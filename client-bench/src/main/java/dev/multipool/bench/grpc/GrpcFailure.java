package dev.multipool.bench.grpc;

import dev.multipool.bench.plan.MethodCalls.Expectation;
import io.grpc.Status;
import java.io.Serial;
import java.nio.channels.ClosedChannelException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Why a call got no answer that counts. It has no stack trace: it comes by the thousand. */
@SuppressWarnings("StaticAssignmentOfThrowable") // without a stack trace and suppressed ones it is a constant
final class GrpcFailure extends Exception {
    @Serial
    private static final long serialVersionUID = 1L;

    static final GrpcFailure TIMEOUT = new GrpcFailure("TIMEOUT");
    static final GrpcFailure CONNECT_FAILED = new GrpcFailure("CONNECT_FAILED");
    static final GrpcFailure CONNECTION_CLOSED = new GrpcFailure("CONNECTION_CLOSED");
    static final GrpcFailure STREAM_RESET = new GrpcFailure("STREAM_RESET");
    static final GrpcFailure BAD_ANSWER = new GrpcFailure("BAD_ANSWER");
    static final GrpcFailure ANSWER_TOO_LARGE = new GrpcFailure("ANSWER_TOO_LARGE");
    static final GrpcFailure NOT_ENCODED = new GrpcFailure("NOT_ENCODED");
    static final GrpcFailure CANCELLED = new GrpcFailure("CANCELLED");

    private static final GrpcFailure[] BY_CODE = Arrays.stream(Status.Code.values())
            .map(code -> new GrpcFailure(Expectation.errorOf(code.name())))
            .toArray(GrpcFailure[]::new);

    private GrpcFailure(String name) {
        super(name, null, false, false);
    }

    /** An answer whose status is not one of those expected. */
    static GrpcFailure ofStatus(Status.Code code) {
        return BY_CODE[code.value()];
    }

    /**
     * What this side made of a call to which the server sent no status.
     *
     * @param status of grpc-java
     * @param onConnection whether the call had reached a connection that was up
     */
    static GrpcFailure ofLocal(Status status, boolean onConnection) {
        if (status.getCause() instanceof ClosedChannelException) {
            return CONNECTION_CLOSED;
        }
        return switch (status.getCode()) {
            case DEADLINE_EXCEEDED -> TIMEOUT;
            case UNAVAILABLE -> onConnection ? CONNECTION_CLOSED : CONNECT_FAILED;
            // this side cancels no call but by closing its connection
            case CANCELLED -> STREAM_RESET;
            case RESOURCE_EXHAUSTED -> ANSWER_TOO_LARGE;
            default -> BAD_ANSWER;
        };
    }

    /** The name that it is counted by. */
    String errorName() {
        return String.valueOf(getMessage());
    }

    static String nameOf(@Nullable Throwable failure) {
        if (failure instanceof GrpcFailure known) {
            return known.errorName();
        }
        return failure == null ? "NO_ANSWER" : failure.getClass().getSimpleName();
    }
}
