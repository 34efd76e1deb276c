package dev.multipool.redis.source;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.model.Container;
import com.github.dockerjava.api.model.ExposedPort;
import com.github.dockerjava.api.model.HostConfig;
import com.github.dockerjava.api.model.PortBinding;
import com.github.dockerjava.api.model.Ports;
import dev.multipool.redis.RedisTarget;
import dev.multipool.redis.provision.RedisKind;
import dev.multipool.redis.provision.ServerInfo;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.images.builder.ImageFromDockerfile;
import org.testcontainers.images.builder.Transferable;
import org.testcontainers.utility.DockerImageName;

/**
 * The container itself; the one class that needs Testcontainers, so that it can be missing at run time.
 *
 * <p>Every call may hang with the engine: callers bound it.
 */
final class TestcontainersRedis {
    /** Made once from the embedded-redis jar where no image can be pulled, and kept. */
    static final String FALLBACK_IMAGE = "multipool/redis-static:" + RedisBinary.JAR_VERSION;

    private static final Logger LOG = LoggerFactory.getLogger(TestcontainersRedis.class);
    private static final int REDIS_PORT = 6379;
    private static final int EXECUTABLE = 0100755;
    private static final String DOCKERFILE = """
            FROM scratch
            COPY redis-server /redis-server
            USER 65534:65534
            ENTRYPOINT ["/redis-server"]
            """;
    private static final Duration READY_LIMIT = Duration.ofSeconds(30);
    private static final Duration INFO_LIMIT = Duration.ofSeconds(5);
    private static final Duration STOP_LIMIT = Duration.ofSeconds(10);

    private final RedisSourceSettings settings;
    private final DockerEndpoint endpoint;
    private final Map<String, String> environment;
    /** Set by {@link #abandon}, which may come while {@link #start} is under way on its own thread. */
    private boolean abandoned;

    private @Nullable GenericContainer<?> started;

    TestcontainersRedis(RedisSourceSettings settings, DockerEndpoint endpoint, Map<String, String> environment) {
        this.settings = settings;
        this.endpoint = endpoint;
        this.environment = environment;
    }

    /** The fallback image, built first where the engine has none. */
    String fallbackImage(boolean present) throws IOException, ExecutionException, InterruptedException {
        if (!present) {
            String architecture =
                    Objects.requireNonNullElse(client().versionCmd().exec().getArch(), "");
            byte[] program = RedisBinary.fromJar("linux", architecture);
            new ImageFromDockerfile(FALLBACK_IMAGE, false)
                    .withFileFromTransferable("redis-server", Transferable.of(program, EXECUTABLE))
                    .withFileFromString("Dockerfile", DOCKERFILE)
                    .get();
        }
        return FALLBACK_IMAGE;
    }

    StartedRedis start(String image) throws IOException {
        if (ContainerWatchdog.isNeeded(environment)) {
            removeOrphans();
        }
        GenericContainer<?> container = new GenericContainer<>(DockerImageName.parse(image))
                .withExposedPorts(REDIS_PORT)
                // Official images and ours put the server's name before arguments that start with a dash. Protected
                // mode refuses all who come through the published port; that one is bound to loopback.
                .withCommand("--save", "", "--appendonly", "no", "--protected-mode", "no")
                .withLabel(ContainerOwner.LABEL, ContainerOwner.self().toString())
                .withCreateContainerCmdModifier(create -> configure(Objects.requireNonNull(create.getHostConfig())))
                .waitingFor(Wait.forLogMessage(".*Ready to accept connections.*\\n", 1)
                        .withStartupTimeout(READY_LIMIT));
        boolean complete = false;
        try {
            container.start();
            StartedRedis redis = running(container, image);
            complete = own(container);
            if (!complete) {
                throw new IOException("given up meanwhile");
            }
            return redis;
        } finally {
            if (!complete) {
                container.stop();
            }
        }
    }

    /** Ends the container, or sees to it that one still starting is ended. */
    void abandon() {
        GenericContainer<?> container;
        synchronized (this) {
            abandoned = true;
            container = started;
        }
        if (container != null) {
            stop(container);
        }
    }

    private synchronized boolean own(GenericContainer<?> container) {
        if (!abandoned) {
            started = container;
        }
        return !abandoned;
    }

    private StartedRedis running(GenericContainer<?> container, String image) throws IOException {
        int port = container.getMappedPort(REDIS_PORT);
        URI uri = URI.create("redis://" + container.getHost() + ":" + port);
        Optional<ContainerWatchdog> watchdog = ContainerWatchdog.isNeeded(environment)
                ? ContainerWatchdog.start(container.getContainerId(), endpoint, environment)
                : Optional.empty();
        ServerInfo info =
                ServerProbe.await(uri, Deadline.after(INFO_LIMIT), any -> true, still -> container.isRunning());
        String description = "container " + info.name() + " " + info.version() + " (" + image + ") at "
                + container.getHost() + ":" + port + (settings.cpus() == null ? "" : " on cores " + settings.cpus());
        return new StartedRedis(
                RedisKind.CONTAINER, RedisTarget.of(uri), info, hostProcess(container), description, () -> {
                    stop(container);
                    watchdog.ifPresent(ContainerWatchdog::dismiss);
                });
    }

    private void configure(HostConfig host) {
        ExposedPort exposed = ExposedPort.tcp(REDIS_PORT);
        String wanted = settings.port() == 0 ? null : Integer.toString(settings.port());
        Ports.Binding binding = new Ports.Binding(endpoint.isLocal() ? "127.0.0.1" : null, wanted);
        host.withPublishAllPorts(false).withPortBindings(new PortBinding(binding, exposed));
        if (settings.cpus() != null) {
            host.withCpusetCpus(settings.cpus());
        }
    }

    /** The engine may run in a virtual machine or far away: a process here with that number must also be a Redis. */
    private OptionalLong hostProcess(GenericContainer<?> container) {
        Long pid = container.getCurrentContainerInfo().getState().getPidLong();
        if (!endpoint.isLocal() || pid == null || pid <= 0) {
            return OptionalLong.empty();
        }
        boolean redis = ProcessHandle.of(pid)
                .flatMap(process -> process.info().command())
                .filter(command -> command.contains("redis") || command.contains("valkey"))
                .isPresent();
        return redis ? OptionalLong.of(pid) : OptionalLong.empty();
    }

    private static void stop(GenericContainer<?> container) {
        try {
            Bounded.call("redis-container-stop", STOP_LIMIT, () -> {
                container.stop();
                return true;
            });
        } catch (TimeoutException | ExecutionException e) {
            LOG.warn("redis: container {} was not removed: {}", container.getContainerId(), Reasons.of(e));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Removes the containers that killed JVMs of this machine left behind. */
    private static void removeOrphans() {
        for (Container container : client().listContainersCmd()
                .withShowAll(true)
                .withLabelFilter(List.of(ContainerOwner.LABEL))
                .exec()) {
            String owner = container.getLabels().getOrDefault(ContainerOwner.LABEL, "");
            if (ContainerOwner.parse(owner).filter(ContainerOwner::isDead).isPresent()) {
                LOG.debug("redis: removing container {} of dead {}", container.getId(), owner);
                try {
                    client().removeContainerCmd(container.getId())
                            .withForce(true)
                            .withRemoveVolumes(true)
                            .exec();
                } catch (RuntimeException e) {
                    // Its own watchdog, or somebody else's start, may be removing it too.
                    LOG.debug("redis: container {} was not removed", container.getId(), e);
                }
            }
        }
    }

    private static DockerClient client() {
        return DockerClientFactory.lazyClient();
    }
}
