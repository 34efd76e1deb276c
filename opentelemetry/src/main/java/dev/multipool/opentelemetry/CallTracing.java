package dev.multipool.opentelemetry;

import dev.multipool.pools.TaskDecorator;
import dev.multipool.rpc.protocol.observe.ClientCallObserver;
import dev.multipool.rpc.protocol.observe.ServerCallObserver;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.api.trace.TracerProvider;

/**
 * Traces calls over all that they pass: the client, the server, the tasks on its pools. What a span says, and how its ids
 * travel in baidu_std: docs/reference/tracing.md.
 *
 * <pre>{@code
 * CallTracing tracing = CallTracing.of(GlobalOpenTelemetry.get());
 * RpcServer server = RpcServer.builder()
 *         .observer(tracing.server())
 *         .taskDecorator(tracing.tasks())
 *         …
 * RpcClient client = RpcClient.builder().observer(tracing.client())…
 * }</pre>
 *
 * <p><b>Threads:</b> any. The current {@link io.opentelemetry.context.Context} of the thread that calls, or that submits a
 * task, is the parent.
 */
public final class CallTracing {
    /** The instrumentation scope of all spans. */
    public static final String SCOPE = "dev.multipool";

    private final Tracer tracer;

    private CallTracing(Tracer tracer) {
        this.tracer = tracer;
    }

    /** Spans go where this OpenTelemetry sends them; its propagators are not asked, since baidu_std has its own ids. */
    public static CallTracing of(OpenTelemetry openTelemetry) {
        return of(openTelemetry.getTracerProvider());
    }

    /** Spans go where this provider sends them. */
    public static CallTracing of(TracerProvider provider) {
        return new CallTracing(provider.get(SCOPE));
    }

    /** For {@code RpcClient.Builder.observer}: a span of kind CLIENT per call, and its ids on the wire. */
    public ClientCallObserver client() {
        return new ClientSpans(tracer);
    }

    /** For {@code RpcServerBuilder.observer}: a span of kind SERVER per call, whose parent is what the wire says. */
    public ServerCallObserver server() {
        return new ServerSpans(tracer, true);
    }

    /**
     * As {@link #server}, for callers that shall not decide what is traced: each call is a trace of its own, with a link to
     * the span that the wire names.
     */
    public ServerCallObserver edgeServer() {
        return new ServerSpans(tracer, false);
    }

    /**
     * For {@code RpcServerBuilder.taskDecorator}, or {@code Pools.decorate}: a span per task of a trace, from its
     * submission to its end. A task that is submitted outside of any trace begins none.
     */
    public TaskDecorator tasks() {
        return new TaskSpans(tracer);
    }
}
