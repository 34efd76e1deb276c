package dev.multipool.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The server as the Dockerfile and deployment.yaml start it: what the objects rely on is there. */
class DeploymentIT {
    private static final Path JAR = Path.of("../rpc-server/target/multipool-server.jar");

    @Test
    void server_hasWhatProbesAndPrometheusAskFor() throws Exception {
        try (DeployedServer server = DeployedServer.start(command())) {
            for (String probe : List.of("startupProbe", "readinessProbe", "livenessProbe")) {
                String path =
                        Manifests.container().at("/" + probe + "/httpGet/path").asText();
                assertThat(server.get(path).statusCode()).as(path).isEqualTo(200);
            }
            JsonNode monitor = Manifests.read("service-monitor.yaml");
            JsonNode metric = Manifests.read("horizontal-pod-autoscaler.yaml").at("/spec/metrics/0/pods/metric");
            assertThat(server.get(monitor.at("/spec/endpoints/0/path").asText()).body())
                    .contains(metric.get("name").asText() + "{pool=\""
                            + metric.at("/selector/matchLabels/pool").asText() + "\"}");
            assertThat(server.get("/config").body()).contains("20s");

            assertThat(server.end()).isZero();
        }
    }

    @Test
    void serviceLinks_wouldKeepTheServerFromStarting() throws Exception {
        String service = Manifests.read("service.yaml").at("/metadata/name").asText();
        Map<String, String> link =
                Map.of(service.toUpperCase(Locale.ROOT).replace('-', '_') + "_PORT", "tcp://10.0.0.1:8000");
        // a flag wins over the environment
        List<String> withoutPort = command().stream()
                .filter(argument -> !argument.startsWith("--port"))
                .toList();

        Process linked = DeployedServer.launch(withoutPort, link);

        assertThat(linked.waitFor()).isEqualTo(2);
        assertThat(Manifests.pod().get("enableServiceLinks").asBoolean(true)).isFalse();
    }

    @Test
    void launcher_givesTheJvmTheFlagsOfTheImage() throws Exception {
        Process refused = DeployedServer.launch(
                List.of("sh", "multipool-server", "--port", "70000"),
                Map.of("JAVA_HOME", System.getProperty("java.home"), "JAVA_OPTS", "-XX:+PrintCommandLineFlags"));
        String printed = new String(refused.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(refused.waitFor()).isEqualTo(2);
        List<String> flags = Manifests.instruction("ENTRYPOINT").stream()
                .filter(word -> word.startsWith("-XX:"))
                .toList();
        assertThat(flags).contains("-XX:+ExitOnOutOfMemoryError");
        assertThat(printed).contains(flags);
    }

    private static List<String> command() throws IOException {
        List<String> command = new ArrayList<>();
        for (String word : Manifests.instruction("ENTRYPOINT")) {
            command.addAll(
                    switch (word) {
                        case "java" -> DeployedServer.quickJava();
                        case "/app/multipool-server.jar" -> List.of(JAR.toString());
                        default -> List.of(word);
                    });
        }
        command.addAll(DeployedServer.arguments());
        return command;
    }
}
