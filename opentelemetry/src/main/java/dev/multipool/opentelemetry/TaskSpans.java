package dev.multipool.opentelemetry;

import dev.multipool.pools.DecoratedTask;
import dev.multipool.pools.MeasuredPool;
import dev.multipool.pools.NanoClock;
import dev.multipool.pools.NotRunReason;
import dev.multipool.pools.PoolCall;
import dev.multipool.pools.PoolRejectedException;
import dev.multipool.pools.TaskDecorator;
import dev.multipool.pools.TaskOutcome;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.Scope;
import java.util.Locale;

/**
 * A span for each task of a trace, from its submission to its end: a child of what the submitting thread is in, and the
 * parent of what the task causes on its own thread.
 */
final class TaskSpans implements TaskDecorator {
    private final Tracer tracer;

    TaskSpans(Tracer tracer) {
        this.tracer = tracer;
    }

    @Override
    public Runnable decorate(MeasuredPool pool, Runnable task) {
        Context submitter = Context.current();
        SpanContext parent = Span.fromContext(submitter).getSpanContext();
        if (!parent.isValid()) {
            return task;
        }
        if (!parent.isSampled()) {
            return new CarriedTask(task, submitter);
        }
        String name = pool.config().name();
        Span span = tracer.spanBuilder("pool " + name)
                .setParent(submitter)
                .setAttribute(SpanAttributes.POOL, name)
                .startSpan();
        return new TracedTask(task, span, submitter.with(span), pool.clock());
    }

    @Override
    public void rejected(Runnable decorated, PoolRejectedException reason) {
        if (decorated instanceof TracedTask task) {
            SpanAttributes.error(task.span, reason.reason().name(), String.valueOf(reason.getMessage()));
            task.span.end();
        }
    }

    /** A task of a trace that nobody collects: its ids go on to what it calls. */
    private static final class CarriedTask extends DecoratedTask {
        private final Context context;

        CarriedTask(Runnable task, Context context) {
            super(task);
            this.context = context;
        }

        @Override
        public void run() {
            Scope scope = context.makeCurrent();
            try {
                super.run();
            } finally {
                scope.close();
            }
        }
    }

    /** The span has ended before anybody hears that the task did: whoever waits for it may end the span around it. */
    private static final class TracedTask extends DecoratedTask {
        private final Span span;
        private final Context context;
        private final NanoClock clock;
        private final long submittedNanos;

        TracedTask(Runnable task, Span span, Context context, NanoClock clock) {
            super(task);
            this.span = span;
            this.context = context;
            this.clock = clock;
            this.submittedNanos = clock.nanoTime();
        }

        @Override
        public void run() {
            leaveQueue();
            span.addEvent("dequeued");
            span.setAttribute(SpanAttributes.THREAD_NAME, Thread.currentThread().getName());
            Scope scope = context.makeCurrent();
            try {
                super.run();
                tell(outcome());
            } catch (Throwable t) {
                fail(t);
                throw t;
            } finally {
                scope.close();
                span.end();
            }
        }

        @Override
        public void notRun(NotRunReason reason) {
            leaveQueue();
            span.setAttribute(SpanAttributes.OUTCOME, word(reason));
            if (reason != NotRunReason.CANCELLED) {
                SpanAttributes.error(span, reason.name(), "not run");
            }
            span.end();
            super.notRun(reason);
        }

        private void leaveQueue() {
            span.setAttribute(SpanAttributes.QUEUE_WAIT_NANOS, clock.nanoTime() - submittedNanos);
        }

        private void tell(TaskOutcome outcome) {
            span.setAttribute(SpanAttributes.OUTCOME, word(outcome));
            if (outcome == TaskOutcome.FAILED) {
                Throwable failure = task() instanceof PoolCall<?> call ? call.failure() : null;
                if (failure == null) {
                    span.setStatus(StatusCode.ERROR);
                } else {
                    fail(failure);
                }
            }
        }

        private void fail(Throwable failure) {
            span.recordException(failure);
            SpanAttributes.error(span, failure.getClass().getName(), String.valueOf(failure.getMessage()));
        }

        private static String word(Enum<?> constant) {
            return constant.name().toLowerCase(Locale.ROOT);
        }
    }
}
