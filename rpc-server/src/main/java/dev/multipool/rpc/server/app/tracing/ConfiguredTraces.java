package dev.multipool.rpc.server.app.tracing;

import dev.multipool.rpc.server.app.settings.TracingSettings;
import java.util.Optional;

/** Opens the traces that a server's settings ask for. */
public final class ConfiguredTraces {
    private ConfiguredTraces() {}

    /**
     * Opens them; without settings nothing is traced.
     *
     * @throws IllegalStateException when the settings ask for tracing and its libraries are not on the class path
     */
    public static Traces open(Optional<TracingSettings> settings) {
        if (settings.isEmpty()) {
            return Traces.NONE;
        }
        try {
            return OtlpTraces.open(settings.get());
        } catch (NoClassDefFoundError e) {
            throw new IllegalStateException(
                    "tracing.otlp-endpoint: no " + e.getMessage()
                            + " on the class path (expected: OpenTelemetry's SDK, as multipool-server.jar has it)",
                    e);
        }
    }
}
