package dev.multipool.rpc.server.app.settings;

import dev.multipool.rpc.server.admin.AdminSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * How the service is watched and operated.
 *
 * @param admin the admin port; empty for none
 * @param slowCall from which response time on a call is slow
 * @param bundles where exhaustion bundles go
 */
public record OperationSettings(Optional<AdminSettings> admin, Duration slowCall, Bundles bundles) {
    /** Where exhaustion bundles go, and how many are kept. */
    public record Bundles(Path directory, int maxFiles) {}
}
