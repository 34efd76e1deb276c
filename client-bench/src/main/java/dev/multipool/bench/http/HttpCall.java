package dev.multipool.bench.http;

import dev.multipool.bench.call.Call;
import dev.multipool.bench.call.Verdict;
import dev.multipool.bench.plan.HttpCalls;
import dev.multipool.bench.template.ValueSource;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.time.Duration;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** One request of a plan, by one source: its values are drawn when it is sent, so it can be sent again and again. */
final class HttpCall implements Call {
    private final HttpPool pool;
    private final RequestTemplate template;
    private final ValueSource[] values;
    private final HttpCalls.Expectation expected;
    private final BodyCheck check;
    private final boolean head;

    HttpCall(HttpPool pool, EncodedRequest request, ValueSource[] values) {
        this.pool = pool;
        this.template = request.template();
        this.values = values;
        this.expected = request.expected();
        this.check = request.check();
        this.head = request.head();
    }

    /**
     * What is the same for all sources.
     *
     * @param weight its share
     * @param head whether its answers have no body, whatever they say
     */
    record EncodedRequest(
            RequestTemplate template, HttpCalls.Expectation expected, BodyCheck check, int weight, boolean head) {}

    @Override
    public void send(Duration timeout, BiConsumer<@Nullable Object, @Nullable Throwable> end) {
        pool.send(this, timeout.toNanos(), end);
    }

    @Override
    public Verdict judge(Object answer) {
        return check.isNeeded() ? check.judge(((HttpAnswer) answer).body()) : Verdict.FOUND;
    }

    @Override
    public String errorName(@Nullable Throwable failure) {
        if (failure instanceof HttpFailure known) {
            return known.errorName();
        }
        return failure == null ? "NO_ANSWER" : failure.getClass().getSimpleName();
    }

    ByteBuf encode(ByteBufAllocator allocator) {
        return template.encode(allocator, values);
    }

    boolean allows(int status) {
        return expected.allows(status);
    }

    boolean needsBody() {
        return check.isNeeded();
    }

    boolean isHead() {
        return head;
    }
}
