package dev.multipool.rpc.server.app.settings;

import dev.multipool.pools.admission.AdmissionObjective;
import dev.multipool.rpc.server.admin.AdminSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * How the service is watched and operated.
 *
 * @param admin the admin port; empty for none
 * @param slowCall from which response time on a call is slow
 * @param objective what the response times are held against where people look, whether admission keeps it or not
 * @param bundles where exhaustion bundles go
 * @param tracing where traces go; empty for no tracing
 */
public record OperationSettings(
        Optional<AdminSettings> admin,
        Duration slowCall,
        AdmissionObjective objective,
        Bundles bundles,
        Optional<TracingSettings> tracing) {
    /** Where exhaustion bundles go, and how many are kept. */
    public record Bundles(Path directory, int maxFiles) {}
}
