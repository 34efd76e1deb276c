package dev.multipool.perf.service;

import dev.multipool.laboratory.process.Jdk;
import dev.multipool.laboratory.result.PoolSettings;
import dev.multipool.laboratory.result.Variant;
import dev.multipool.perf.own.OwnServer;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What all servers of an experiment have in common.
 *
 * @param settings by key, as given with {@code --set}
 * @param javaHome the JDK of every server; null for the laboratory's own
 */
public record ServerTemplate(
        Map<String, String> settings, @Nullable String javaHome) {
    /** One event loop has time to spare up to far more calls than one business pool serves; more would vary the cores. */
    private static final Map<String, String> ONE_EVENT_LOOP = Map.of("server.event-loops", "1");

    public ServerTemplate {
        settings = Map.copyOf(settings);
    }

    /** The JDK that the servers run on. */
    public Jdk jdk() {
        return javaHome == null ? Jdk.running() : Jdk.at(Path.of(javaHome));
    }

    /** A server with this business pool and the common settings. */
    public Variant variant(String name, String poolSpec) {
        return Variant.of(name, PoolSettings.parse(OwnServer.BUSINESS, poolSpec))
                .onJdk(javaHome)
                .with(ONE_EVENT_LOOP)
                .with(settings);
    }
}
