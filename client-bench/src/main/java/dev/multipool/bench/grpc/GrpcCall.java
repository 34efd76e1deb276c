package dev.multipool.bench.grpc;

import com.google.protobuf.Message;
import dev.multipool.bench.call.Call;
import dev.multipool.bench.call.Verdict;
import dev.multipool.bench.template.ValueSource;
import java.time.Duration;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** One request of a plan, by one source: its values are drawn when it is sent, so it can be sent again and again. */
final class GrpcCall implements Call {
    private final GrpcConnection connection;
    private final GrpcRequest request;
    private final ValueSource[] values;

    GrpcCall(GrpcConnection connection, GrpcRequest request, ValueSource[] values) {
        this.connection = connection;
        this.request = request;
        this.values = values;
    }

    @Override
    public void send(Duration timeout, BiConsumer<@Nullable Object, @Nullable Throwable> end) {
        connection.send(request, values, timeout, end);
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
