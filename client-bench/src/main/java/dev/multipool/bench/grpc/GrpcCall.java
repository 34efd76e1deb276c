package dev.multipool.bench.grpc;

import com.google.protobuf.Message;
import dev.multipool.bench.call.Call;
import dev.multipool.bench.call.Verdict;
import dev.multipool.bench.template.ValueSource;
import io.grpc.CallOptions;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** One request of a plan, by one source: its values are drawn when it is sent, so it can be sent again and again. */
final class GrpcCall implements Call {
    private final GrpcChannel channel;
    private final GrpcRequest request;
    private final ValueSource[] values;

    GrpcCall(GrpcChannel channel, GrpcRequest request, ValueSource[] values) {
        this.channel = channel;
        this.request = request;
        this.values = values;
    }

    @Override
    public void send(Duration timeout, BiConsumer<@Nullable Object, @Nullable Throwable> end) {
        if (channel.isClosed()) {
            end.accept(null, GrpcFailure.CANCELLED);
            return;
        }
        channel.hasBegun();
        CallUnderWay call =
                new CallUnderWay(channel, request.described().asked().expected(), end);
        try {
            request.draw(values);
            call.start(
                    channel.newCall(
                            request.method(),
                            CallOptions.DEFAULT
                                    .withDeadlineAfter(timeout.toNanos(), TimeUnit.NANOSECONDS)
                                    .withStreamTracerFactory(call)),
                    request.metadata(values),
                    request.described().template().message(at -> values[at].text()));
        } catch (Throwable e) {
            // the call ends all the same, but its sender must not go on while it sends
            channel.eventLoop().execute(() -> call.end(null, GrpcFailure.NOT_ENCODED));
        }
    }

    @Override
    public Verdict judge(Object answer) {
        return answer instanceof Message message ? request.described().check().judge(message) : Verdict.FOUND;
    }

    @Override
    public String errorName(@Nullable Throwable failure) {
        return GrpcFailure.nameOf(failure);
    }
}
