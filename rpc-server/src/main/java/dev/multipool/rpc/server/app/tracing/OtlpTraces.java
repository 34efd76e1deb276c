package dev.multipool.rpc.server.app.tracing;

import dev.multipool.opentelemetry.CallTracing;
import dev.multipool.opentelemetry.RedisTracing;
import dev.multipool.redis.ItemRepository;
import dev.multipool.redis.UserInfoRepository;
import dev.multipool.rpc.server.RpcServerBuilder;
import dev.multipool.rpc.server.app.settings.TracingSettings;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporter;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.export.BatchSpanProcessor;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Traces that go to a collector, or wherever a provider takes them. */
public final class OtlpTraces implements Traces {
    private static final Logger log = LoggerFactory.getLogger(OtlpTraces.class);
    private static final Duration CLOSE_WITHIN = Duration.ofSeconds(5);

    private final SdkTracerProvider provider;
    private final CallTracing calls;
    private final boolean trustCallers;
    private final Duration closeWithin;

    /** Spans of trusted callers' calls go where the provider takes them; it is closed with this. */
    public OtlpTraces(SdkTracerProvider provider) {
        this(provider, true, CLOSE_WITHIN);
    }

    private OtlpTraces(SdkTracerProvider provider, boolean trustCallers, Duration closeWithin) {
        this.provider = provider;
        this.calls = CallTracing.of(provider);
        this.trustCallers = trustCallers;
        this.closeWithin = closeWithin;
    }

    /** Spans go to the settings' collector, by OTLP over HTTP, batch by batch, on a thread of their own. */
    static OtlpTraces open(TracingSettings settings) {
        return open(settings, CLOSE_WITHIN);
    }

    /**
     * The same, with another bound.
     *
     * @param closeWithin how long the end waits for a collector that does not take the last spans
     */
    static OtlpTraces open(TracingSettings settings, Duration closeWithin) {
        SdkTracerProvider provider = SdkTracerProvider.builder()
                .setResource(Resource.getDefault()
                        .merge(Resource.create(
                                Attributes.of(AttributeKey.stringKey("service.name"), settings.serviceName()))))
                .setSampler(Sampler.parentBased(Sampler.traceIdRatioBased(settings.sampleRatio())))
                .addSpanProcessor(BatchSpanProcessor.builder(OtlpHttpSpanExporter.builder()
                                .setEndpoint(settings.endpoint().toString())
                                .build())
                        .build())
                .build();
        return new OtlpTraces(provider, settings.trustCallers(), closeWithin);
    }

    @Override
    public RpcServerBuilder server(RpcServerBuilder server) {
        return server.observer(trustCallers ? calls.server() : calls.edgeServer())
                .taskDecorator(calls.tasks());
    }

    @Override
    public UserInfoRepository users(UserInfoRepository users, URI redis) {
        return RedisTracing.of(provider, redis).users(users);
    }

    @Override
    public ItemRepository items(ItemRepository items, URI redis) {
        return RedisTracing.of(provider, redis).items(items);
    }

    @Override
    public void close() {
        if (!provider.shutdown()
                .join(closeWithin.toNanos(), TimeUnit.NANOSECONDS)
                .isSuccess()) {
            log.warn("the last traces were not sent within {}", closeWithin);
        }
    }
}
