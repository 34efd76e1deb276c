package dev.multipool.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.gson.JsonElement;
import com.google.gson.JsonParser;
import io.kubernetes.client.openapi.models.V1Deployment;
import io.kubernetes.client.openapi.models.V1NetworkPolicy;
import io.kubernetes.client.openapi.models.V1PodDisruptionBudget;
import io.kubernetes.client.openapi.models.V1Service;
import io.kubernetes.client.openapi.models.V2HorizontalPodAutoscaler;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Each object is one that Kubernetes takes, and they fit together. */
class KubernetesObjectsTest {
    /** What follows the drain has bounds of its own: interrupted calls, last answers, goodbyes, connections, Redis. */
    private static final int AFTER_THE_DRAIN_SECONDS = 30;

    private static final Map<String, Check> CHECKS = Map.of(
            "apps/v1 Deployment", V1Deployment::validateJsonElement,
            "v1 Service", V1Service::validateJsonElement,
            "networking.k8s.io/v1 NetworkPolicy", V1NetworkPolicy::validateJsonElement,
            "policy/v1 PodDisruptionBudget", V1PodDisruptionBudget::validateJsonElement,
            "autoscaling/v2 HorizontalPodAutoscaler", V2HorizontalPodAutoscaler::validateJsonElement,
            "monitoring.coreos.com/v1 ServiceMonitor", ServiceMonitors::check);

    @Test
    void everyObject_hasOnlyFieldsThatItsKindKnows_andThoseThatItNeeds() throws IOException {
        assertThat(Manifests.files()).hasSize(6);
        for (Path file : Manifests.files()) {
            check(Manifests.read(file));
        }
    }

    @Test
    void theCheck_findsAMisspelledAndAMissingField() throws IOException {
        JsonNode misspelled = Manifests.read("deployment.yaml");
        ((ObjectNode) misspelled.at("/spec/template/spec/containers/0")).put("readinesProbe", "");
        JsonNode missing = Manifests.read("horizontal-pod-autoscaler.yaml");
        ((ObjectNode) missing.at("/spec")).remove("maxReplicas");
        JsonNode monitor = Manifests.read("service-monitor.yaml");
        ((ObjectNode) monitor.at("/spec/endpoints/0")).put("intervall", "15s");

        assertThatThrownBy(() -> check(misspelled)).hasMessageContaining("readinesProbe");
        assertThatThrownBy(() -> check(missing)).hasMessageContaining("maxReplicas");
        assertThatThrownBy(() -> check(monitor)).hasMessageContaining("intervall");
    }

    @Test
    void gracePeriod_isAboveTheDrain() throws IOException {
        int grace = Manifests.pod().get("terminationGracePeriodSeconds").asInt();
        int preStop =
                Manifests.container().at("/lifecycle/preStop/sleep/seconds").asInt();
        String drain = Manifests.argument("--set=server.drain-timeout=");

        assertThat(preStop).isPositive();
        assertThat(drain).matches("[0-9]+s");
        assertThat(grace)
                .isGreaterThanOrEqualTo(preStop + Integer.parseInt(drain.replace("s", "")) + AFTER_THE_DRAIN_SECONDS);
    }

    @Test
    void pod_runsWithoutRightsThatItDoesNotNeed() throws IOException {
        JsonNode pod = Manifests.pod();
        JsonNode container = Manifests.container();

        assertThat(pod.at("/securityContext/runAsNonRoot").asBoolean()).isTrue();
        assertThat(pod.at("/automountServiceAccountToken").isBoolean()).isTrue();
        assertThat(pod.at("/automountServiceAccountToken").asBoolean()).isFalse();
        assertThat(container.at("/securityContext/readOnlyRootFilesystem").asBoolean())
                .isTrue();
        assertThat(container.at("/securityContext/allowPrivilegeEscalation").isBoolean())
                .isTrue();
        assertThat(container.at("/securityContext/allowPrivilegeEscalation").asBoolean())
                .isFalse();
        assertThat(Manifests.texts(container.at("/securityContext/capabilities/drop")))
                .containsExactly("ALL");
        assertThat(container.at("/volumeMounts/0/mountPath").asText()).isEqualTo("/tmp");
        assertThat(container.at("/resources/limits/memory").asText())
                .isEqualTo(container.at("/resources/requests/memory").asText());
    }

    @Test
    void pod_hasTheUserOfTheImage() throws IOException {
        assertThat(Files.readAllLines(Manifests.DOCKERFILE))
                .contains("USER "
                        + Manifests.pod().at("/securityContext/runAsUser").asInt() + ":"
                        + Manifests.pod().at("/securityContext/runAsGroup").asInt());
    }

    @Test
    void imageAndPod_openTheRpcPort_whateverArgumentsAreAdded() throws IOException {
        assertThat(Files.readAllLines(Manifests.DOCKERFILE)).contains("ENV MULTIPOOL_SERVER_HOST=0.0.0.0");
        assertThat(Manifests.argument("--host=")).isEqualTo("0.0.0.0");
    }

    @Test
    void image_startsTheJvmAsItsFirstProcess() throws IOException {
        assertThat(Manifests.instruction("ENTRYPOINT"))
                .startsWith("java")
                .endsWith("-jar", "/app/multipool-server.jar")
                .anyMatch(flag -> flag.startsWith("-XX:MaxRAMPercentage="));
    }

    @Test
    void objects_nameOneAnotherRightly() throws IOException {
        JsonNode deployment = Manifests.read("deployment.yaml");
        JsonNode labels = deployment.at("/spec/template/metadata/labels");
        String name = deployment.at("/metadata/name").asText();
        JsonNode service = Manifests.read("service.yaml");
        JsonNode monitor = Manifests.read("service-monitor.yaml");
        JsonNode scaler = Manifests.read("horizontal-pod-autoscaler.yaml");

        assertThat(deployment.at("/spec/selector/matchLabels")).isEqualTo(labels);
        assertThat(service.at("/spec/selector")).isEqualTo(labels);
        assertThat(Manifests.read("pod-disruption-budget.yaml").at("/spec/selector/matchLabels"))
                .isEqualTo(labels);
        JsonNode policy = Manifests.read("network-policy.yaml");
        assertThat(policy.at("/spec/podSelector/matchLabels")).isEqualTo(labels);
        assertThat(policy.findValuesAsText("port"))
                .isEqualTo(Manifests.container().at("/ports").findValuesAsText("name"));
        assertThat(monitor.at("/spec/selector/matchLabels")).isEqualTo(service.at("/metadata/labels"));
        assertThat(scaler.at("/spec/scaleTargetRef/name").asText()).isEqualTo(name);
        assertThat(deployment.at("/spec/replicas").isMissingNode())
                .as("the scaler alone says how many")
                .isTrue();
        assertThat(service.at("/spec/ports").findValuesAsText("name"))
                .contains(monitor.at("/spec/endpoints/0/port").asText());
        assertThat(service.at("/spec/ports").findValuesAsText("targetPort"))
                .isEqualTo(Manifests.container().at("/ports").findValuesAsText("name"));
        for (String probe : new String[] {"startupProbe", "readinessProbe", "livenessProbe"}) {
            assertThat(Manifests.container().at("/" + probe + "/httpGet/port").asText())
                    .isEqualTo("admin");
        }
    }

    private static void check(JsonNode object) throws IOException {
        String kind =
                object.path("apiVersion").asText() + " " + object.path("kind").asText();
        Check check = Objects.requireNonNull(CHECKS.get(kind), () -> "no check for " + kind);
        check.check(JsonParser.parseString(object.toString()));
    }

    /** Fails when the object is none of its kind. */
    @FunctionalInterface
    private interface Check {
        void check(JsonElement object) throws IOException;
    }
}
