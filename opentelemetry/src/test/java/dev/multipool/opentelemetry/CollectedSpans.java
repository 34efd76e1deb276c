package dev.multipool.opentelemetry;

import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import java.util.List;

/** A provider whose spans a test can look at. */
final class CollectedSpans implements AutoCloseable {
    private final InMemorySpanExporter exporter = InMemorySpanExporter.create();
    private final SdkTracerProvider provider;

    CollectedSpans(Sampler sampler) {
        provider = SdkTracerProvider.builder()
                .setSampler(sampler)
                .addSpanProcessor(SimpleSpanProcessor.create(exporter))
                .build();
    }

    SdkTracerProvider provider() {
        return provider;
    }

    List<SpanData> all() {
        return exporter.getFinishedSpanItems();
    }

    /** The one span of this name. */
    SpanData one(String name) {
        List<SpanData> named =
                all().stream().filter(span -> span.getName().equals(name)).toList();
        assertThat(named).as("spans named %s", name).hasSize(1);
        return named.get(0);
    }

    @Override
    public void close() {
        provider.close();
    }
}
