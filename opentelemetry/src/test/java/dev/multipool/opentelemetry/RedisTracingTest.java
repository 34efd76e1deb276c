package dev.multipool.opentelemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.multipool.item.v1.ItemPart;
import dev.multipool.redis.ItemRepository;
import dev.multipool.redis.RedisUnavailableException;
import dev.multipool.redis.RedisUnavailableException.Reason;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RedisTracingTest {
    private static final Duration LONG = Duration.ofSeconds(1);
    private static final ItemPart PART = ItemPart.newBuilder().setItemId(7).build();

    private final CollectedSpans spans = new CollectedSpans(Sampler.alwaysOn());
    private final Scripted redis = new Scripted();
    private final ItemRepository items =
            RedisTracing.of(spans.provider(), URI.create("redis://cache")).items(redis);
    private final Span call = spans.provider().get("test").spanBuilder("call").startSpan();

    @AfterEach
    void close() {
        spans.close();
    }

    @Test
    void read_isASpanOfTheCall_withoutItsKey() {
        redis.answer.complete(Optional.of(PART));

        assertThat(within(() -> items.find(7, 0, LONG))).contains(PART);

        SpanData read = spans.one("GET");
        assertThat(read.getParentSpanId()).isEqualTo(call.getSpanContext().getSpanId());
        assertThat(read.getKind()).isEqualTo(SpanKind.CLIENT);
        assertThat(read.getAttributes().asMap())
                .containsEntry(SpanAttributes.DB_SYSTEM, "redis")
                .containsEntry(SpanAttributes.DB_QUERY, "GET item:?:?")
                .containsEntry(AttributeKey.stringKey("server.address"), "cache")
                .containsEntry(AttributeKey.longKey("server.port"), 6379L);
        assertThat(read.getStatus().getStatusCode()).isEqualTo(StatusCode.UNSET);
    }

    @Test
    void read_outsideOfAnyTrace_beginsNone() {
        redis.answer.complete(Optional.of(PART));

        assertThat(items.find(7, 0, LONG)).contains(PART);
        assertThat(items.findAsync(7, 0, LONG)).isSameAs(redis.answer);

        assertThat(spans.all()).isEmpty();
    }

    @Test
    void readThatFails_isAnErrorWithRedisReason() {
        redis.answer.completeExceptionally(new RedisUnavailableException(Reason.TIMEOUT, "no answer"));

        assertThatThrownBy(() -> within(() -> items.find(7, 0, LONG))).isInstanceOf(RedisUnavailableException.class);
        CompletionStage<Optional<ItemPart>> read = within(() -> items.findAsync(7, 0, LONG));

        assertThat(read).isCompletedExceptionally();
        assertThat(spans.all()).hasSize(2).allSatisfy(span -> {
            assertThat(span.getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR);
            assertThat(span.getAttributes().get(SpanAttributes.ERROR_TYPE)).isEqualTo("TIMEOUT");
        });
    }

    @Test
    void asyncRead_hasEndedBeforeItsDependentsRun() {
        boolean[] ended = {false};
        CompletionStage<Optional<ItemPart>> read = within(() -> items.findAsync(7, 0, LONG));
        CompletionStage<Void> dependent =
                read.thenAccept(found -> ended[0] = spans.all().size() == 1);
        assertThat(spans.all()).isEmpty();

        redis.answer.complete(Optional.of(PART));

        assertThat(dependent).isCompleted();
        assertThat(ended[0]).isTrue();
    }

    @Test
    void asyncRead_thatIsCancelled_isTakenBack_andNoError() {
        CompletableFuture<Optional<ItemPart>> read =
                within(() -> items.findAsync(7, 0, LONG)).toCompletableFuture();

        assertThat(read.cancel(false)).isTrue();

        assertThat(redis.answer).isCancelled();
        assertThat(spans.one("GET").getStatus().getStatusCode()).isEqualTo(StatusCode.UNSET);
        assertThat(spans.one("GET").getAttributes().get(SpanAttributes.OUTCOME)).isEqualTo("cancelled");
    }

    private <T> T within(Supplier<T> work) {
        return Context.root().with(call).wrapSupplier(work).get();
    }

    /** Every read is answered by one future. */
    private static final class Scripted implements ItemRepository {
        private final CompletableFuture<Optional<ItemPart>> answer = new CompletableFuture<>();

        @Override
        public Optional<ItemPart> find(long itemId, int part, Duration atMost) {
            if (answer.isCompletedExceptionally()) {
                throw new RedisUnavailableException(Reason.TIMEOUT, "no answer");
            }
            return answer.getNow(Optional.empty());
        }

        @Override
        public CompletionStage<Optional<ItemPart>> findAsync(long itemId, int part, Duration atMost) {
            return answer;
        }
    }
}
