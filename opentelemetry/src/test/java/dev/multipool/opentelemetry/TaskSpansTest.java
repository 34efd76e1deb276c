package dev.multipool.opentelemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.multipool.pools.FanOut;
import dev.multipool.pools.MeasuredPool;
import dev.multipool.pools.PoolCall;
import dev.multipool.pools.PoolConfig;
import dev.multipool.pools.PoolRejectedException;
import dev.multipool.pools.Pools;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Scope;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TaskSpansTest {
    private static final Duration LONG = Duration.ofSeconds(5);

    private final CollectedSpans spans = new CollectedSpans(Sampler.alwaysOn());
    private final Tracer tracer = spans.provider().get("test");
    private final MeasuredPool common = pool("common", "fixed:threads=2,queue=10");
    private final MeasuredPool select = pool("select", "fixed:threads=1,queue=1");

    private MeasuredPool pool(String name, String spec) {
        return Pools.decorate(
                Pools.create(PoolConfig.parse(name, spec)),
                CallTracing.of(spans.provider()).tasks());
    }

    @AfterEach
    void stop() {
        common.stop(Duration.ZERO);
        select.stop(Duration.ZERO);
        spans.close();
    }

    @Test
    void task_outsideOfAnyTrace_beginsNone() throws Exception {
        assertThat(common.submit(() -> Span.current().getSpanContext().isValid())
                        .get())
                .isFalse();

        assertThat(spans.all()).isEmpty();
    }

    @Test
    void nestedJoin_isATreeOfItsTasks() throws Exception {
        within(() -> FanOut.on(common)
                .join(
                        List.<Callable<List<Integer>>>of(
                                () -> FanOut.on(select).join(List.<Callable<Integer>>of(() -> 1), LONG)),
                        LONG));

        SpanData call = spans.one("call");
        SpanData outer = spans.one("pool common");
        SpanData inner = spans.one("pool select");
        assertThat(spans.all()).extracting(SpanData::getTraceId).containsOnly(call.getTraceId());
        assertThat(outer.getParentSpanId()).isEqualTo(call.getSpanId());
        assertThat(inner.getParentSpanId()).isEqualTo(outer.getSpanId());
        assertThat(inner.getAttributes().get(SpanAttributes.POOL)).isEqualTo("select");
        assertThat(inner.getAttributes().get(SpanAttributes.THREAD_NAME)).isEqualTo("select-1");
        assertThat(inner.getAttributes().get(SpanAttributes.OUTCOME)).isEqualTo("completed");
        assertThat(inner.getAttributes().get(SpanAttributes.QUEUE_WAIT_NANOS)).isNotNegative();
        assertThat(inner.getEvents()).singleElement().satisfies(event -> assertThat(event.getName())
                .isEqualTo("dequeued"));
    }

    @Test
    void failedTask_isAnErrorWithWhatItThrew() {
        assertThatThrownBy(() -> within(() -> common.submit(() -> {
                            throw new IllegalStateException("broken");
                        })
                        .get()))
                .isInstanceOf(ExecutionException.class);

        SpanData task = spans.one("pool common");
        assertThat(task.getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR);
        assertThat(task.getStatus().getDescription()).isEqualTo("broken");
        assertThat(task.getAttributes().get(SpanAttributes.ERROR_TYPE)).isEqualTo("java.lang.IllegalStateException");
    }

    @Test
    void runnableThatThrows_isAnErrorToo_andStillCounted() throws Exception {
        within(() -> {
            common.execute((Runnable) () -> {
                throw new IllegalStateException("broken");
            });
            return 1;
        });
        common.stop(LONG);

        assertThat(spans.one("pool common").getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR);
        assertThat(common.snapshot().failures()).isEqualTo(1);
    }

    @Test
    void rejectedTask_andOneThatExpiresInTheQueue_areErrorsWithTheReason() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        CountDownLatch running = new CountDownLatch(1);
        PoolCall<Integer> busy = select.submit(() -> {
            running.countDown();
            release.await();
            return 1;
        });
        running.await();

        within(() -> {
            PoolCall<Integer> late = select.submit(() -> 2, Duration.ofNanos(1));
            assertThatThrownBy(() -> select.submit(() -> 3)).isInstanceOf(PoolRejectedException.class);
            release.countDown();
            busy.get();
            assertThatThrownBy(late::get).isInstanceOf(ExecutionException.class);
            return 1;
        });

        assertThat(spans.all())
                .filteredOn(span -> span.getName().equals("pool select"))
                .allSatisfy(span -> assertThat(span.getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR))
                .extracting(span -> span.getAttributes().get(SpanAttributes.ERROR_TYPE))
                .containsExactly("QUEUE_FULL", "EXPIRED");
    }

    @Test
    void taskOfATraceThatIsNotSampled_hasItsIdsAndNoSpan() throws Exception {
        try (CollectedSpans none = new CollectedSpans(Sampler.alwaysOff())) {
            Span call = none.provider().get("test").spanBuilder("call").startSpan();
            Scope scope = call.makeCurrent();
            try {
                assertThat(common.submit(() -> Span.current().getSpanContext()).get())
                        .isEqualTo(call.getSpanContext());
            } finally {
                scope.close();
            }
        }

        assertThat(spans.all()).isEmpty();
    }

    private <T> T within(Callable<T> work) throws Exception {
        Span call = tracer.spanBuilder("call").startSpan();
        Scope scope = call.makeCurrent();
        try {
            return work.call();
        } finally {
            scope.close();
            call.end();
        }
    }
}
