package dev.multipool.redis.source;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;

/*
 * Testcontainers is only called once everything it would wait for without limit is known to be there: an engine that
 * answers, the image, and its own helper images. Its own check (isDockerAvailable) hangs for minutes where there is an
 * engine but no registry. What it does then is bounded by a thread that can be left behind.
 */
/** Decides whether there can be a container, and from which image. */
final class ContainerRedis {
    private static final Duration PROBE_LIMIT = Duration.ofSeconds(2);
    private static final Duration START_LIMIT = Duration.ofSeconds(60);
    private static final Path CONTAINER_MARK = Path.of("/.dockerenv");

    private final RedisSourceSettings settings;
    private final Map<String, String> environment;

    ContainerRedis(RedisSourceSettings settings, Map<String, String> environment) {
        this.settings = settings;
        this.environment = environment;
    }

    StartedRedis start() throws NoContainerException {
        requireTestcontainers();
        Deadline probe = Deadline.after(PROBE_LIMIT);
        DockerEngine engine = DockerEngine.probe(DockerEndpoint.from(environment), probe);
        boolean present = engine.hasImage(settings.image(), probe);
        boolean fallbackPresent = !present && engine.hasImage(TestcontainersRedis.FALLBACK_IMAGE, probe);
        List<String> missingHelpers = missingHelpers(engine, probe);
        String pullFailure = "";
        // The fallback image, once built, spares the pull, unless the registry is needed all the same.
        if (!present && (!fallbackPresent || !missingHelpers.isEmpty())) {
            try {
                engine.pull(settings.image(), settings.pullTimeout());
                present = true;
            } catch (NoContainerException e) {
                pullFailure = e.reason();
            }
        }
        if (!pullFailure.isEmpty() && !missingHelpers.isEmpty()) {
            throw new NoContainerException(
                    pullFailure + ", and Testcontainers lacks " + String.join(" and ", missingHelpers));
        }
        String why = pullFailure.isEmpty() ? settings.image() + " is not here" : pullFailure;
        return start(engine.endpoint(), present, fallbackPresent, present ? "" : why);
    }

    /** What Testcontainers would fetch for itself, with the setting that makes it do without. */
    List<String> missingHelpers(DockerEngine engine, Deadline deadline) throws NoContainerException {
        List<String> missing = new ArrayList<>();
        if (!ContainerWatchdog.isNeeded(environment) && !engine.hasAnyVersionOf("testcontainers/ryuk", deadline)) {
            missing.add("its reaper image (TESTCONTAINERS_RYUK_DISABLED=true does without)");
        }
        boolean hostKnown = environment.containsKey("TESTCONTAINERS_HOST_OVERRIDE") || !Files.exists(CONTAINER_MARK);
        if (!hostKnown && !engine.hasAnyVersionOf("alpine", deadline)) {
            missing.add("its alpine image (TESTCONTAINERS_HOST_OVERRIDE=127.0.0.1 does without)");
        }
        return missing;
    }

    private StartedRedis start(DockerEndpoint endpoint, boolean present, boolean fallbackPresent, String why)
            throws NoContainerException {
        TestcontainersRedis container = new TestcontainersRedis(settings, endpoint, environment);
        try {
            StartedRedis redis = Bounded.call("redis-container-start", START_LIMIT, () -> {
                String image = present ? settings.image() : container.fallbackImage(fallbackPresent);
                return container.start(image);
            });
            return why.isEmpty() ? redis : redis.because(why);
        } catch (TimeoutException e) {
            container.abandon();
            throw new NoContainerException("Testcontainers started none within " + START_LIMIT.toSeconds() + " s", e);
        } catch (ExecutionException e) {
            container.abandon();
            throw new NoContainerException("Testcontainers started none: " + Reasons.of(e), e);
        } catch (InterruptedException e) {
            container.abandon();
            Thread.currentThread().interrupt();
            throw new NoContainerException("interrupted while a container started", e);
        }
    }

    private static void requireTestcontainers() throws NoContainerException {
        try {
            Class.forName(
                    "org.testcontainers.containers.GenericContainer", false, ContainerRedis.class.getClassLoader());
        } catch (ClassNotFoundException e) {
            throw new NoContainerException("Testcontainers is not on the class path", e);
        }
    }
}
