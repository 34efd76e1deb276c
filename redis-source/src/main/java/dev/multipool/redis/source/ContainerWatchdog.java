package dev.multipool.redis.source;

import java.io.IOException;
import java.io.OutputStream;
import java.net.UnixDomainSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes a container when this JVM ends without having done so: a shell that waits for the end of its input, which the
 * kernel closes with the JVM. For engines without Testcontainers' reaper.
 */
final class ContainerWatchdog {
    private static final Logger LOG = LoggerFactory.getLogger(ContainerWatchdog.class);
    /** Reads a line: it was dismissed. Reads end-of-file: its JVM is gone. A Ctrl-C in the terminal is not for it. */
    private static final String SCRIPT = "trap '' INT HUP; read -r line || exec \"$@\"";

    private final Process shell;

    private ContainerWatchdog(Process shell) {
        this.shell = shell;
    }

    /** Whether Testcontainers runs without its reaper, which would remove the container. */
    static boolean isNeeded(Map<String, String> environment) {
        return Boolean.parseBoolean(environment.get("TESTCONTAINERS_RYUK_DISABLED"));
    }

    /** Starts one, where the machine has a means to remove the container: docker or curl. */
    static Optional<ContainerWatchdog> start(
            String containerId, DockerEndpoint endpoint, Map<String, String> environment) throws IOException {
        List<String> removal = removal(containerId, endpoint, environment);
        if (removal.isEmpty()) {
            LOG.debug("redis: neither docker nor curl on the PATH: container {} may outlive a killed JVM", containerId);
            return Optional.empty();
        }
        List<String> command = new ArrayList<>(List.of("/bin/sh", "-c", SCRIPT, "multipool-container"));
        command.addAll(removal);
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD);
        return Optional.of(new ContainerWatchdog(builder.start()));
    }

    /** Ends the watchdog; the container is gone, or is somebody else's care. */
    void dismiss() {
        try (OutputStream input = shell.getOutputStream()) {
            input.write("done\n".getBytes(StandardCharsets.US_ASCII));
        } catch (IOException e) {
            LOG.debug("redis: the container's watchdog is gone already", e);
        }
    }

    private static List<String> removal(String containerId, DockerEndpoint endpoint, Map<String, String> environment) {
        Optional<Path> docker = RedisBinary.onPath("docker", environment);
        if (docker.isPresent()) {
            String host = endpoint.isLocal() ? "unix://" + endpoint.name() : endpoint.name();
            return List.of(docker.get().toString(), "--host", host, "rm", "--force", "--volumes", containerId);
        }
        Optional<Path> curl = RedisBinary.onPath("curl", environment);
        if (curl.isPresent() && endpoint.address() instanceof UnixDomainSocketAddress socket) {
            String url = "http://docker/containers/" + containerId + "?force=true&v=true";
            return List.of(curl.get().toString(), "-sS", "-X", "DELETE", "--unix-socket", socket.toString(), url);
        }
        return List.of();
    }
}
