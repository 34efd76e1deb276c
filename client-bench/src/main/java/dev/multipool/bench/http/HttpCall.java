package dev.multipool.bench.http;

import dev.multipool.bench.call.Call;
import dev.multipool.bench.call.CallSource;
import dev.multipool.bench.call.Verdict;
import dev.multipool.bench.call.WeightedCalls;
import dev.multipool.bench.call.WeightedCalls.Weighted;
import dev.multipool.bench.plan.HttpCalls;
import dev.multipool.bench.template.ValueSource;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * One request of a plan, by one source: its values are drawn when it is sent, so it can be sent again and again.
 *
 * @param <T> a request, encoded but for its values
 */
final class HttpCall<T> implements Call {
    private final Sender<T> sender;
    private final EncodedRequest<T> request;
    private final ValueSource[] values;
    private final ValueSource[] drawn;

    private HttpCall(Sender<T> sender, EncodedRequest<T> request, ValueSource[] values) {
        this.sender = sender;
        this.request = request;
        this.values = values;
        this.drawn = request.drawn().stream().map(at -> values[at]).toArray(ValueSource[]::new);
    }

    /** What sends calls. */
    interface Sender<T> {
        /** Sends a call, which ends once, whatever becomes of it. */
        void send(HttpCall<T> call, long timeoutNanos, BiConsumer<@Nullable Object, @Nullable Throwable> end);
    }

    /**
     * A source of a plan's calls.
     *
     * @param texts the values of all placeholders, sorted by name
     */
    static <T> CallSource source(
            Sender<T> sender,
            List<EncodedRequest<T>> requests,
            List<ValueSource.Texts> texts,
            SplittableRandom random) {
        ValueSource[] values =
                texts.stream().map(each -> new ValueSource(each, random)).toArray(ValueSource[]::new);
        return new WeightedCalls(
                requests.stream()
                        .map(request -> new Weighted(new HttpCall<>(sender, request, values), request.weight()))
                        .toList(),
                random);
    }

    /**
     * What is the same for all sources.
     *
     * @param drawn the places of the values that it has
     * @param weight its share
     * @param head whether its answers have no body, whatever they say
     */
    record EncodedRequest<T>(
            T template,
            List<Integer> drawn,
            HttpCalls.Expectation expected,
            BodyCheck check,
            int weight,
            boolean head) {}

    @Override
    public void send(Duration timeout, BiConsumer<@Nullable Object, @Nullable Throwable> end) {
        sender.send(this, timeout.toNanos(), end);
    }

    @Override
    public Verdict judge(Object answer) {
        return request.check().isNeeded() ? request.check().judge(((HttpAnswer) answer).body()) : Verdict.FOUND;
    }

    @Override
    public String errorName(@Nullable Throwable failure) {
        if (failure instanceof HttpFailure known) {
            return known.errorName();
        }
        return failure == null ? "NO_ANSWER" : failure.getClass().getSimpleName();
    }

    T template() {
        return request.template();
    }

    /** Draws its values; all of the plan come, in the order that its template knows. */
    ValueSource[] draw() {
        for (ValueSource value : drawn) {
            value.draw();
        }
        return values;
    }

    boolean allows(int status) {
        return request.expected().allows(status);
    }

    boolean needsBody() {
        return request.check().isNeeded();
    }

    boolean isHead() {
        return request.head();
    }
}
