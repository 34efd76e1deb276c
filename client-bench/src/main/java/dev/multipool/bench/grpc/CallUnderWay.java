package dev.multipool.bench.grpc;

import com.google.protobuf.Message;
import dev.multipool.bench.plan.MethodCalls.Expectation;
import io.grpc.Attributes;
import io.grpc.ClientCall;
import io.grpc.ClientStreamTracer;
import io.grpc.Metadata;
import io.grpc.Status;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * One call that was sent. It ends once, on its channel's event loop.
 *
 * <p>grpc-java gives one status for what the server said and for what this side made of a broken channel. Both must not
 * be taken for each other: a server that is unavailable turned the call away, a dead one failed. So the call follows its
 * own stream, which sees whether a status came.
 *
 * <p><b>Threads</b>: grpc-java calls it on the event loop, and elsewhere while there is no connection yet; never two at a
 * time.
 */
final class CallUnderWay extends ClientStreamTracer.Factory {
    /** An answer without a message, of an expected status that is not OK. */
    private static final Object NO_MESSAGE = new Object();

    private final GrpcChannel channel;
    private final Expectation expected;
    private final BiConsumer<@Nullable Object, @Nullable Throwable> end;

    private volatile boolean onConnection;
    private volatile boolean statusCame;
    private @Nullable Message answer;
    private int answers;
    private boolean ended;

    CallUnderWay(GrpcChannel channel, Expectation expected, BiConsumer<@Nullable Object, @Nullable Throwable> end) {
        this.channel = channel;
        this.expected = expected;
        this.end = end;
    }

    void start(ClientCall<Message, Message> call, Metadata headers, Message request) {
        call.start(new Listener(), headers);
        // one more than there should be, so as to see it
        call.request(2);
        call.sendMessage(request);
        call.halfClose();
    }

    @Override
    public ClientStreamTracer newClientStreamTracer(ClientStreamTracer.StreamInfo info, Metadata headers) {
        return new Stream();
    }

    /** Ends the call unless it has ended; on the event loop. */
    void end(@Nullable Object right, @Nullable GrpcFailure failure) {
        if (!ended) {
            ended = true;
            channel.hasEnded();
            end.accept(right, failure);
        }
    }

    private void close(Status status) {
        if (statusCame && status.isOk() && answers != 1) {
            end(null, GrpcFailure.BAD_ANSWER);
        } else if (statusCame && expected.allows(status.getCode().name())) {
            end(status.isOk() && answer != null ? answer : NO_MESSAGE, null);
        } else if (statusCame) {
            end(null, GrpcFailure.ofStatus(status.getCode()));
        } else if (channel.isClosed()) {
            end(null, GrpcFailure.CANCELLED);
        } else {
            GrpcFailure failure = GrpcFailure.ofLocal(status, onConnection);
            if (failure == GrpcFailure.CONNECT_FAILED) {
                channel.connectAgain();
            }
            end(null, failure);
        }
    }

    private final class Listener extends ClientCall.Listener<Message> {
        @Override
        public void onMessage(Message message) {
            answer = message;
            answers++;
        }

        @Override
        public void onClose(Status status, Metadata trailers) {
            channel.onEventLoop(() -> close(status));
        }
    }

    private final class Stream extends ClientStreamTracer {
        @Override
        public void streamCreated(Attributes transport, Metadata headers) {
            onConnection = true;
        }

        @Override
        public void inboundTrailers(Metadata trailers) {
            statusCame = true;
        }
    }
}
