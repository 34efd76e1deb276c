package dev.multipool.bench.baidustd;

import com.google.protobuf.DynamicMessage;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.multipool.bench.call.Call;
import dev.multipool.bench.call.Verdict;
import dev.multipool.bench.template.ValueSource;
import dev.multipool.rpc.client.RpcChannel;
import java.time.Duration;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** One request of a plan, by one source: its values are drawn when it is sent, so it can be sent again and again. */
final class DescribedCall implements Call {
    private final RpcChannel channel;
    private final DescribedMethod described;
    private final ValueSource[] values;

    DescribedCall(RpcChannel channel, DescribedMethod described, ValueSource[] values) {
        this.channel = channel;
        this.described = described;
        this.values = values;
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // `end` is its end
    public void send(Duration timeout, BiConsumer<@Nullable Object, @Nullable Throwable> end) {
        DynamicMessage message;
        try {
            for (int value : described.used()) {
                values[value].draw();
            }
            message = described.request().template().message(at -> values[at].text());
        } catch (InvalidProtocolBufferException e) {
            // the call ends all the same, but its sender must not go on while it sends
            channel.eventLoop().execute(() -> end.accept(null, e));
            return;
        }
        channel.call(described.method(), message, timeout).whenComplete(end);
    }

    @Override
    public Verdict judge(Object answer) {
        return described.request().check().judge((DynamicMessage) answer);
    }

    @Override
    public String errorName(@Nullable Throwable failure) {
        return failure instanceof InvalidProtocolBufferException ? "NOT_ENCODED" : Question.nameOf(failure);
    }
}
