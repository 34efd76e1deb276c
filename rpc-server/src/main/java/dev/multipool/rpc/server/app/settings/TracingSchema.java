package dev.multipool.rpc.server.app.settings;

import java.net.URI;
import java.util.List;
import java.util.Optional;

/** The settings of traces. */
final class TracingSchema {
    private static final String NONE = "none";
    private static final String WITHOUT_ENDPOINT = "without a tracing.otlp-endpoint";

    static final Setting<Optional<URI>> ENDPOINT = Setting.of(
            "tracing.otlp-endpoint",
            NONE,
            new ValueType<>("a URL such as http://127.0.0.1:4318/v1/traces", TracingSchema::endpoint).or(NONE),
            "Where the spans of traced calls go, by OTLP over HTTP; none traces nothing");
    static final Setting<Double> SAMPLE_RATIO = Setting.of(
                    "tracing.sample-ratio",
                    "0.01",
                    ValueTypes.number(0, 1),
                    "Share of the calls that is traced, of those that do not belong to a trace already")
            .thatDoesNothing(WITHOUT_ENDPOINT);
    static final Setting<Boolean> TRUST_CALLERS = Setting.of(
                    "tracing.trust-callers",
                    "true",
                    ValueTypes.trueOrFalse(),
                    "Whether a call that comes with trace ids belongs to that trace, and is traced if that is; else it begins its own")
            .thatDoesNothing("without a tracing.otlp-endpoint, and for calls without ids");
    static final Setting<String> SERVICE_NAME = Setting.of(
                    "tracing.service-name",
                    "multipool-server",
                    ValueTypes.text("a name"),
                    "The service that the spans say they are of")
            .thatDoesNothing(WITHOUT_ENDPOINT);

    private TracingSchema() {}

    static List<Setting<?>> all() {
        return List.of(ENDPOINT, SAMPLE_RATIO, TRUST_CALLERS, SERVICE_NAME);
    }

    static Optional<TracingSettings> read(RawSettings raw) {
        double ratio = raw.get(SAMPLE_RATIO);
        boolean trust = raw.get(TRUST_CALLERS);
        String service = raw.get(SERVICE_NAME);
        return raw.get(ENDPOINT).map(endpoint -> new TracingSettings(endpoint, ratio, trust, service));
    }

    private static URI endpoint(String text) {
        URI uri = URI.create(text);
        boolean isHttp = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
        if (!isHttp || uri.getHost() == null) {
            throw new IllegalArgumentException("no URL of a collector");
        }
        return uri;
    }
}
