package dev.multipool.redis.source;

import dev.multipool.redis.RedisTarget;
import dev.multipool.redis.provision.NoRedisException;
import dev.multipool.redis.provision.RedisKind;
import dev.multipool.redis.provision.ServerInfo;
import io.lettuce.core.RedisException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/**
 * A real redis-server as a child process, without persistence, on loopback only.
 *
 * <p>A free port can be taken between our look and Redis's bind; then Redis ends, and the next port is tried. Another
 * Redis may even answer on that port: the process id in its INFO tells it from ours.
 */
final class EmbeddedRedis {
    // glibc says "Address already in use", musl (the static binary) "Address in use"
    private static final Pattern ADDRESS_IN_USE = Pattern.compile("Address (already )?in use");
    private static final String LOOPBACK = "127.0.0.1";
    private static final int ATTEMPTS = 5;
    private static final Duration START_TIMEOUT = Duration.ofSeconds(10);

    private final RedisSourceSettings settings;
    private final Map<String, String> environment;

    EmbeddedRedis(RedisSourceSettings settings, Map<String, String> environment) {
        this.settings = settings;
        this.environment = environment;
    }

    StartedRedis start() {
        int attempts = settings.port() == 0 ? ATTEMPTS : 1;
        while (true) {
            attempts--;
            int port = settings.port() == 0 ? freePort() : settings.port();
            try {
                return start(port);
            } catch (PortTakenException e) {
                if (attempts == 0) {
                    throw new NoRedisException("redis: port " + port + " at " + LOOPBACK + " is in use", e);
                }
            }
        }
    }

    private StartedRedis start(int port) throws PortTakenException {
        Optional<Path> onPath = RedisBinary.serverOnPath(environment);
        Path folder = temporaryFolder();
        GuardedProcess process;
        try {
            Path program = onPath.isPresent() ? onPath.get() : RedisBinary.extractInto(folder);
            process = GuardedProcess.start(folder, command(program, port));
        } catch (IOException e) {
            GuardedProcess.delete(folder);
            throw new NoRedisException("redis: no embedded redis-server: " + missing(onPath) + Reasons.of(e), e);
        }
        try {
            URI uri = URI.create("redis://" + LOOPBACK + ":" + port);
            ServerInfo info = ServerProbe.await(
                    uri, Deadline.after(START_TIMEOUT), i -> process.isParentOf(i.processId()), d -> process.isAlive());
            String description = describe(onPath, info, port);
            return new StartedRedis(
                    RedisKind.EMBEDDED,
                    RedisTarget.of(uri),
                    info,
                    OptionalLong.of(info.processId()),
                    description,
                    process::stop);
        } catch (RedisException e) {
            process.stop();
            String last = process.lastWords();
            if (ADDRESS_IN_USE.matcher(last).find()) {
                throw new PortTakenException(e);
            }
            throw new NoRedisException(
                    "redis: the embedded redis-server did not start: " + (last.isEmpty() ? Reasons.of(e) : last), e);
        } catch (RuntimeException | Error e) {
            process.stop();
            throw e;
        }
    }

    private List<String> command(Path program, int port) {
        List<String> command = new ArrayList<>();
        taskset().ifPresent(taskset -> command.addAll(List.of(taskset.toString(), "-c", cpus())));
        command.addAll(List.of(program.toString(), "--bind", LOOPBACK, "--port", Integer.toString(port)));
        command.addAll(List.of("--save", "", "--appendonly", "no", "--daemonize", "no"));
        return command;
    }

    private Optional<Path> taskset() {
        return cpus().isEmpty() ? Optional.empty() : RedisBinary.onPath("taskset", environment);
    }

    private String cpus() {
        String cpus = settings.cpus();
        return cpus == null ? "" : cpus;
    }

    private String describe(Optional<Path> onPath, ServerInfo info, int port) {
        String origin = onPath.map(Path::toString).orElse("from org.signal:embedded-redis");
        String description = "embedded " + info.name() + "-server " + info.version() + " (" + origin + ") at "
                + LOOPBACK + ":" + port;
        if (!cpus().isEmpty()) {
            description += taskset().isPresent() ? " on cores " + cpus() : " not pinned to " + cpus() + " (no taskset)";
        }
        return onPath.isPresent() ? description : description + "; no redis-server on the PATH";
    }

    private static String missing(Optional<Path> onPath) {
        return onPath.isPresent() ? "" : "none on the PATH, and ";
    }

    private static Path temporaryFolder() {
        try {
            return Files.createTempDirectory("multipool-redis-");
        } catch (IOException e) {
            throw new NoRedisException("redis: no temporary folder: " + Reasons.of(e), e);
        }
    }

    private static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static final class PortTakenException extends Exception {
        private static final long serialVersionUID = 1L;

        PortTakenException(Throwable cause) {
            super(cause);
        }
    }
}
