package dev.multipool.bench.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.multipool.bench.plan.HttpCalls.Expectation;
import dev.multipool.bench.plan.HttpCalls.Request;
import dev.multipool.bench.result.LoadResultJson;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CallsJsonTest {
    private static final ObjectMapper JSON = new ObjectMapper().registerModule(LoadResultJson.values());
    private static final HttpCalls HTTP = new HttpCalls(
            List.of(new Request(
                    "POST",
                    "/products/{id}",
                    Map.of("X-Name", "{name}"),
                    "{\"id\": {id}}",
                    3,
                    new Expectation(Set.of(200, 201), "text", new JsonCheck("/id", "3")))),
            Map.of(
                    "id", new TemplateValues.Range(1, 9, new KeyDistribution(1.1)),
                    "name", new TemplateValues.Listed(List.of("a", "b"), KeyDistribution.UNIFORM)),
            new HttpCalls.Connections(true, false, HttpCalls.Version.HTTP_1_1));

    @Test
    void httpPlan_comesBackOutOfItsJson() throws IOException {
        LoadPlan plan = new LoadPlan("127.0.0.1", 80, 2, LoadModel.ClosedLoop.of(2), HTTP, Plans.SECONDS, 1);

        assertThat(JSON.readValue(JSON.writeValueAsString(plan), LoadPlan.class))
                .isEqualTo(plan);
    }

    @Test
    void planOfHttp2_comesBackOutOfItsJson_andItsUsersShareConnections() throws IOException {
        HttpCalls calls = new HttpCalls(
                HTTP.requests(), HTTP.values(), new HttpCalls.Connections(true, true, HttpCalls.Version.HTTP_2));
        LoadPlan plan = new LoadPlan("127.0.0.1", 80, 1, LoadModel.ClosedLoop.of(2), calls, Plans.SECONDS, 1);

        assertThat(JSON.readValue(JSON.writeValueAsString(plan), LoadPlan.class))
                .isEqualTo(plan);
    }

    @Test
    void methodPlan_comesBackOutOfItsJson() throws IOException {
        MethodCalls calls = new MethodCalls(
                MethodCalls.Protocol.GRPC,
                List.of(new MethodCalls.Request(
                        "shop.Shop/Find",
                        Map.of("X-Name", "a"),
                        "{\"id\": {id}}",
                        2,
                        new MethodCalls.Expectation(Set.of("OK", "NOT_FOUND"), "text", new JsonCheck("/id", null)))),
                Map.of("id", new TemplateValues.Range(1, 9, KeyDistribution.UNIFORM)),
                null,
                true);
        LoadPlan plan = new LoadPlan("127.0.0.1", 80, 1, LoadModel.ClosedLoop.of(2), calls, Plans.SECONDS, 1);

        assertThat(JSON.readValue(JSON.writeValueAsString(plan), LoadPlan.class))
                .isEqualTo(plan);
    }

    @Test
    void callMix_hasNoFurtherField() {
        assertThat(JSON.<JsonNode>valueToTree(CallMix.findUserInfo(5)).fieldNames())
                .toIterable()
                .containsExactly("weights", "items", "maxUserId", "maxItemId", "keys");
    }

    @Test
    void httpClosedLoop_wantsAConnectionForEachUser() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new LoadPlan("127.0.0.1", 80, 1, LoadModel.ClosedLoop.of(2), HTTP, Plans.SECONDS, 1))
                .withMessage("connections: 1 (expected: as many as users at a time: 2, as an HTTP/1.1 connection"
                        + " carries one call at a time)");
    }
}
