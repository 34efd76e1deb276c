package dev.multipool.redis.source;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.URI;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Where a Docker engine should listen.
 *
 * @param address a Unix-domain socket or a TCP address
 * @param name how messages call it
 */
record DockerEndpoint(SocketAddress address, String name) {
    private static final String DEFAULT_SOCKET = "/var/run/docker.sock";

    /**
     * The place that {@code DOCKER_HOST} names, else the first socket that exists of the usual ones: the system's, Docker
     * Desktop's, the rootless engine's.
     */
    static DockerEndpoint from(Map<String, String> environment) throws NoContainerException {
        String host = environment.getOrDefault("DOCKER_HOST", "");
        if (!host.isBlank()) {
            return parse(host.strip(), environment);
        }
        List<Path> usual = Stream.of(
                        DEFAULT_SOCKET,
                        environment.getOrDefault("HOME", "/") + "/.docker/run/docker.sock",
                        environment.getOrDefault("XDG_RUNTIME_DIR", "/run") + "/docker.sock")
                .map(Path::of)
                .toList();
        return unix(usual.stream().filter(Files::exists).findFirst().orElse(usual.get(0)));
    }

    static DockerEndpoint unix(Path socket) {
        return new DockerEndpoint(UnixDomainSocketAddress.of(socket), socket.toString());
    }

    /** On this machine: its ports are reached, and should be bound, on loopback. */
    boolean isLocal() {
        return address instanceof UnixDomainSocketAddress;
    }

    SocketChannel open() throws IOException {
        return isLocal() ? SocketChannel.open(StandardProtocolFamily.UNIX) : SocketChannel.open();
    }

    private static DockerEndpoint parse(String host, Map<String, String> environment) throws NoContainerException {
        URI uri;
        try {
            uri = URI.create(host);
        } catch (IllegalArgumentException e) {
            throw unusable(host, e);
        }
        if ("unix".equals(uri.getScheme())
                && uri.getPath() != null
                && !uri.getPath().isEmpty()) {
            return unix(Path.of(uri.getPath()));
        }
        boolean plainTcp = "tcp".equals(uri.getScheme()) && uri.getHost() != null && uri.getPort() > 0;
        if (plainTcp && environment.getOrDefault("DOCKER_TLS_VERIFY", "").isBlank()) {
            InetSocketAddress address = new InetSocketAddress(uri.getHost(), uri.getPort());
            if (address.isUnresolved()) {
                throw new NoContainerException("the host of DOCKER_HOST=" + host + " is unknown");
            }
            return new DockerEndpoint(address, host);
        }
        throw unusable(host, null);
    }

    private static NoContainerException unusable(String host, @Nullable Throwable cause) {
        String reason =
                "DOCKER_HOST=" + host + " can't be probed (expected: unix:///PATH, or tcp://HOST:PORT without TLS)";
        return cause == null ? new NoContainerException(reason) : new NoContainerException(reason, cause);
    }
}
