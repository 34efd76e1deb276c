package dev.multipool.rpc.server.app.tracing;

import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import java.util.Collection;
import java.util.List;

/** Where the spans of both ends of a call come together: each end has a provider of its own, as in two processes. */
public final class CollectedSpans {
    private final InMemorySpanExporter exporter = InMemorySpanExporter.create();

    /** One end's provider. */
    public SdkTracerProvider provider(Sampler sampler) {
        return SdkTracerProvider.builder()
                .setSampler(sampler)
                .addSpanProcessor(SimpleSpanProcessor.create(new Kept(exporter)))
                .build();
    }

    /** All that have ended. */
    public List<SpanData> all() {
        return exporter.getFinishedSpanItems();
    }

    /** Those of this name. */
    public List<SpanData> named(String name) {
        return all().stream().filter(span -> span.getName().equals(name)).toList();
    }

    /** The one of this name. */
    public SpanData one(String name) {
        List<SpanData> named = named(name);
        assertThat(named).as("spans named %s among %s", name, all()).hasSize(1);
        return named.get(0);
    }

    /** Keeps the spans when the first of the two ends is closed. */
    private record Kept(SpanExporter exporter) implements SpanExporter {
        @Override
        public CompletableResultCode export(Collection<SpanData> spans) {
            return exporter.export(spans);
        }

        @Override
        public CompletableResultCode flush() {
            return CompletableResultCode.ofSuccess();
        }

        @Override
        public CompletableResultCode shutdown() {
            return CompletableResultCode.ofSuccess();
        }
    }
}
