package dev.multipool.opentelemetry;

import dev.multipool.item.v1.ItemPart;
import dev.multipool.redis.ItemRepository;
import dev.multipool.redis.RedisUnavailableException;
import dev.multipool.redis.StoredUser;
import dev.multipool.redis.UserInfoRepository;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.api.trace.TracerProvider;
import io.opentelemetry.context.Context;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Traces reads from Redis: repositories around repositories, with a span of kind CLIENT per read, from its asking to its
 * answer. Neither keys nor values are told.
 *
 * <p>A read is what its caller asks for. That reads which an event loop is asked for together may travel as one MGET does
 * not show: they can be of several traces.
 *
 * <p><b>Threads:</b> as the repository inside. A read outside of any trace begins none.
 */
public final class RedisTracing {
    private static final int DEFAULT_PORT = 6379;

    private final Tracer tracer;
    private final String host;
    private final int port;

    private RedisTracing(Tracer tracer, URI redis) {
        this.tracer = tracer;
        this.host = String.valueOf(redis.getHost());
        this.port = redis.getPort() < 0 ? DEFAULT_PORT : redis.getPort();
    }

    /**
     * Spans go where this OpenTelemetry sends them.
     *
     * @param redis where the repositories read from: its host and port are told
     */
    public static RedisTracing of(OpenTelemetry openTelemetry, URI redis) {
        return of(openTelemetry.getTracerProvider(), redis);
    }

    /** As {@link #of(OpenTelemetry, URI)}, with a provider alone. */
    public static RedisTracing of(TracerProvider provider, URI redis) {
        return new RedisTracing(provider.get(CallTracing.SCOPE), redis);
    }

    /** The same repository, traced. */
    public UserInfoRepository users(UserInfoRepository repository) {
        return new UserInfoRepository() {
            private static final String QUERY = "GET user:?";

            @Override
            public Optional<StoredUser> find(long id, Duration atMost) {
                return traced(QUERY, () -> repository.find(id, atMost));
            }

            @Override
            public CompletionStage<Optional<StoredUser>> findAsync(long id, Duration atMost) {
                return tracedAsync(QUERY, () -> repository.findAsync(id, atMost));
            }
        };
    }

    /** The same repository, traced. */
    public ItemRepository items(ItemRepository repository) {
        return new ItemRepository() {
            private static final String QUERY = "GET item:?:?";

            @Override
            public Optional<ItemPart> find(long itemId, int part, Duration atMost) {
                return traced(QUERY, () -> repository.find(itemId, part, atMost));
            }

            @Override
            public CompletionStage<Optional<ItemPart>> findAsync(long itemId, int part, Duration atMost) {
                return tracedAsync(QUERY, () -> repository.findAsync(itemId, part, atMost));
            }
        };
    }

    private <T> Optional<T> traced(String query, Supplier<Optional<T>> read) {
        Span span = begin(query);
        if (span == null) {
            return read.get();
        }
        try {
            Optional<T> found = read.get();
            end(span, null);
            return found;
        } catch (Throwable t) {
            end(span, t);
            throw t;
        }
    }

    private <T> CompletionStage<Optional<T>> tracedAsync(String query, Supplier<CompletionStage<Optional<T>>> read) {
        Span span = begin(query);
        if (span == null) {
            return read.get();
        }
        CompletableFuture<Optional<T>> answer = new CompletableFuture<>();
        CompletionStage<Optional<T>> inner = read.get();
        var unusedAnswer = inner.whenComplete((found, failure) -> {
            // first the span: whoever hears of the answer may end the span around it
            end(span, failure);
            if (failure == null) {
                answer.complete(found);
            } else {
                answer.completeExceptionally(failure);
            }
        });
        var unusedEnd = answer.whenComplete((found, failure) -> {
            if (answer.isCancelled()) {
                inner.toCompletableFuture().cancel(false);
            }
        });
        return answer;
    }

    private @Nullable Span begin(String query) {
        Context caller = Context.current();
        if (!Span.fromContext(caller).getSpanContext().isSampled()) {
            return null;
        }
        return tracer.spanBuilder("GET")
                .setParent(caller)
                .setSpanKind(SpanKind.CLIENT)
                .setAttribute(SpanAttributes.DB_SYSTEM, "redis")
                .setAttribute(SpanAttributes.DB_OPERATION, "GET")
                .setAttribute(SpanAttributes.DB_QUERY, query)
                .setAttribute(SpanAttributes.SERVER_ADDRESS, host)
                .setAttribute(SpanAttributes.SERVER_PORT, (long) port)
                .startSpan();
    }

    private static void end(Span span, @Nullable Throwable failure) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        if (cause instanceof CancellationException) {
            span.setAttribute(SpanAttributes.OUTCOME, "cancelled");
        } else if (cause instanceof RedisUnavailableException unavailable) {
            SpanAttributes.error(span, unavailable.reason().name(), String.valueOf(unavailable.getMessage()));
        } else if (cause != null) {
            SpanAttributes.error(span, cause.getClass().getName(), String.valueOf(cause.getMessage()));
        }
        span.end();
    }
}
