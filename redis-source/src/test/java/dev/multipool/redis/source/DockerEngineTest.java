package dev.multipool.redis.source;

import static dev.multipool.redis.source.ScriptedDocker.answer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DockerEngineTest {
    private static final String IMAGE = "redis:8.2-alpine";

    @Test
    void probe_ofASocketThatNeverAnswers_endsAtItsDeadline() throws IOException {
        try (ScriptedDocker docker = new ScriptedDocker(line -> null)) {
            assertNoContainer(
                    () -> DockerEngine.probe(docker.endpoint(), within(100)),
                    "no Docker engine answers at " + docker.socket() + " (no answer within 100 ms)");
        }
    }

    @Test
    void probe_ofASocketThatStopsInMidAnswer_endsAtItsDeadline() throws IOException {
        try (ScriptedDocker docker = new ScriptedDocker(line -> line.contains("_ping") ? answer(200, "OK") : null)) {
            assertNoContainer(
                    () -> DockerEngine.probe(docker.endpoint(), within(5_000)).hasImage(IMAGE, within(100)),
                    "no Docker engine answers at " + docker.socket() + " (no answer within 100 ms)");
        }
    }

    @Test
    void probe_withoutASocket_saysSo(@TempDir Path folder) {
        Path socket = folder.resolve("docker.sock");

        assertNoContainer(
                () -> DockerEngine.probe(DockerEndpoint.unix(socket), within(5_000)),
                "no Docker engine answers at " + socket + " (no such socket)");
    }

    @Test
    void probe_ofASocketThatNobodyServes_saysRefused() throws IOException {
        Path folder = Files.createTempDirectory("deserted");
        Path deserted = folder.resolve("docker.sock");
        try (ScriptedDocker docker = new ScriptedDocker(line -> null)) {
            Files.createLink(deserted, docker.socket());
        }

        try {
            assertNoContainer(
                    () -> DockerEngine.probe(DockerEndpoint.unix(deserted), within(5_000)),
                    "no Docker engine answers at " + deserted + " (connection refused)");
        } finally {
            Files.delete(deserted);
            Files.delete(folder);
        }
    }

    @Test
    void probe_ofAnotherProtocol_saysSo() throws IOException {
        try (ScriptedDocker docker = new ScriptedDocker(line -> "+PONG\r\n")) {
            assertNoContainer(
                    () -> DockerEngine.probe(docker.endpoint(), within(5_000)),
                    "no Docker engine answers at " + docker.socket() + " (its answer is not HTTP)");
        }
        try (ScriptedDocker docker = new ScriptedDocker(line -> "")) {
            assertNoContainer(
                    () -> DockerEngine.probe(docker.endpoint(), within(5_000)),
                    "no Docker engine answers at " + docker.socket() + " (it closes the connection without an answer)");
        }
    }

    @Test
    void probe_ofAnotherHttpServer_repeatsItsStatus() throws IOException {
        try (ScriptedDocker docker = new ScriptedDocker(line -> answer(404, "page not found"))) {
            assertNoContainer(
                    () -> DockerEngine.probe(docker.endpoint(), within(5_000)),
                    "no Docker engine answers at " + docker.socket() + " (HTTP status 404 to /_ping)");
        }
    }

    @Test
    void hasImage_isWhatTheEngineSays() throws Exception {
        try (ScriptedDocker docker = new ScriptedDocker(line -> switch (line) {
            case "GET /_ping" -> answer(200, "OK");
            case "GET /images/" + IMAGE + "/json" -> answer(200, "{\"Id\":\"sha256:1\"}");
            case "GET /images/absent/json" -> answer(404, "{\"message\":\"no such image: absent\"}");
            default -> answer(500, "");
        })) {
            DockerEngine engine = DockerEngine.probe(docker.endpoint(), within(5_000));

            assertThat(engine.hasImage(IMAGE, within(5_000))).isTrue();
            assertThat(engine.hasImage("absent", within(5_000))).isFalse();
            assertNoContainer(
                    () -> engine.hasImage("odd", within(5_000)),
                    "the Docker engine at " + docker.socket() + " can't say whether it has odd: HTTP status 500");
        }
    }

    @Test
    void probe_ofAServerThatLeavesTheConnectionOpen_readsAsManyBytesAsItAnnounced() throws Exception {
        String open = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nOK";
        try (ScriptedDocker docker = new ScriptedDocker(line -> open)) {
            assertThat(DockerEngine.probe(docker.endpoint(), within(5_000)).endpoint())
                    .isEqualTo(docker.endpoint());
        }
    }

    @Test
    void pull_whenRefused_repeatsTheEnginesReason() throws IOException {
        try (ScriptedDocker docker = new ScriptedDocker(line -> line.contains("_ping")
                ? answer(200, "OK")
                : answer(500, "{\"message\":\"Get \\\"https://registry/v2/\\\": no such host\"}"))) {
            assertNoContainer(
                    () -> DockerEngine.probe(docker.endpoint(), within(5_000)).pull(IMAGE, Duration.ofSeconds(5)),
                    IMAGE + " can't be pulled (Get \"https://registry/v2/\": no such host)");
            assertThat(docker.requests()).last().isEqualTo("POST /images/create?fromImage=redis&tag=8.2-alpine");
        }
    }

    @Test
    void pull_thatFailsHalfWay_isAFailureThoughItsStatusIs200() throws IOException {
        String stream = "{\"status\":\"Pulling\"}\n{\"errorDetail\":{\"message\":\"unexpected EOF\"}}\n";
        try (ScriptedDocker docker = new ScriptedDocker(line -> answer(200, stream))) {
            assertNoContainer(
                    () -> DockerEngine.probe(docker.endpoint(), within(5_000)).pull(IMAGE, Duration.ofSeconds(5)),
                    IMAGE + " can't be pulled (unexpected EOF)");
        }
    }

    @Test
    void pull_thatHangs_endsAtItsLimit() throws IOException {
        try (ScriptedDocker docker = new ScriptedDocker(line -> line.contains("_ping") ? answer(200, "OK") : null)) {
            assertNoContainer(
                    () -> DockerEngine.probe(docker.endpoint(), within(5_000)).pull(IMAGE, Duration.ofMillis(100)),
                    IMAGE + " can't be pulled (no answer within 100 ms)");
        }
    }

    @Test
    void pullQuery_splitsNameAndTag() {
        assertThat(DockerEngine.pullQuery("redis")).isEqualTo("fromImage=redis&tag=latest");
        assertThat(DockerEngine.pullQuery("valkey/valkey:8-alpine"))
                .isEqualTo("fromImage=valkey%2Fvalkey&tag=8-alpine");
        assertThat(DockerEngine.pullQuery("registry:5000/redis"))
                .isEqualTo("fromImage=registry%3A5000%2Fredis&tag=latest");
        assertThat(DockerEngine.pullQuery("redis@sha256:ab")).isEqualTo("fromImage=redis%40sha256%3Aab");
    }

    @Test
    void endpoint_isWhatDockerHostSays() throws Exception {
        assertThat(DockerEndpoint.from(Map.of("DOCKER_HOST", "unix:///tmp/d.sock"))
                        .name())
                .isEqualTo("/tmp/d.sock");
        assertThat(DockerEndpoint.from(Map.of("DOCKER_HOST", "tcp://127.0.0.1:2375"))
                        .isLocal())
                .isFalse();
        assertNoContainer(
                () -> DockerEndpoint.from(Map.of("DOCKER_HOST", "ssh://me@host")),
                "DOCKER_HOST=ssh://me@host can't be probed (expected: unix:///PATH, or tcp://HOST:PORT without TLS)");
    }

    private static Deadline within(long millis) {
        return Deadline.after(Duration.ofMillis(millis));
    }

    private static void assertNoContainer(ThrowingCallable call, String reason) {
        assertThatExceptionOfType(NoContainerException.class).isThrownBy(call).withMessage(reason);
    }
}
