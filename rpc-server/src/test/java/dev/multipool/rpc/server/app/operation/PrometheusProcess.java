package dev.multipool.rpc.server.app.operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Stream;

/** A real Prometheus that scrapes one target several times a second. */
final class PrometheusProcess implements AutoCloseable {
    private final HttpClient http = HttpClient.newHttpClient();
    private final Process process;
    private final int port;

    private PrometheusProcess(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    /** The program, where it is installed. */
    private static Optional<Path> binary() {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .map(directory -> Path.of(directory, "prometheus"))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /** The program; skips the test where there is none, unless the environment asks for one. */
    static Path required() {
        Optional<Path> binary = binary();
        assumeTrue(
                Boolean.parseBoolean(System.getenv("REQUIRE_PROMETHEUS")) || binary.isPresent(),
                "no prometheus on the path (Debian: apt-get install prometheus)");
        assertThat(binary).as("prometheus on the path").isPresent();
        return binary.orElseThrow();
    }

    static PrometheusProcess start(Path binary, Path directory, int targetPort) throws IOException {
        Path configuration = Files.writeString(directory.resolve("prometheus.yml"), """
                global:
                  scrape_interval: 250ms
                scrape_configs:
                  - job_name: multipool
                    static_configs:
                      - targets: ['127.0.0.1:%d']
                """.formatted(targetPort));
        int port = freePort();
        Process process = new ProcessBuilder(
                        binary.toString(),
                        "--config.file=" + configuration,
                        "--storage.tsdb.path=" + directory.resolve("data"),
                        "--web.listen-address=127.0.0.1:" + port)
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("prometheus.log").toFile())
                .start();
        return new PrometheusProcess(process, port);
    }

    /** The answer to a query; empty while it does not answer. */
    String query(String promql) {
        return get("/api/v1/query?query=" + URLEncoder.encode(promql, StandardCharsets.UTF_8));
    }

    /** The names of all metrics that it has scraped. */
    String names() {
        return get("/api/v1/label/__name__/values");
    }

    private String get(String path) {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .timeout(Duration.ofSeconds(30))
                .build();
        try {
            return http.send(request, HttpResponse.BodyHandlers.ofString()).body();
        } catch (IOException e) {
            return "";
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return free.getLocalPort();
        }
    }

    @Override
    public void close() {
        process.destroy();
        assertThat(process.onExit()).succeedsWithin(Duration.ofSeconds(30));
    }
}
