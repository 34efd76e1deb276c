package dev.multipool.bench.baidustd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import dev.multipool.bench.generator.GeneratorSettings;
import dev.multipool.bench.generator.LoadGenerator;
import dev.multipool.bench.generator.ProgressListener;
import dev.multipool.bench.plan.JsonCheck;
import dev.multipool.bench.plan.KeyDistribution;
import dev.multipool.bench.plan.LoadModel;
import dev.multipool.bench.plan.LoadPlan;
import dev.multipool.bench.plan.MethodCalls;
import dev.multipool.bench.plan.MethodCalls.Expectation;
import dev.multipool.bench.plan.MethodCalls.Protocol;
import dev.multipool.bench.plan.MethodCalls.Request;
import dev.multipool.bench.plan.TemplateValues;
import dev.multipool.bench.protocol.Protocols;
import dev.multipool.bench.result.LoadResult;
import dev.multipool.rpc.client.ScriptedRpcServer;
import dev.multipool.rpc.client.ScriptedRpcServer.Step;
import dev.multipool.rpc.protocol.RpcErrorCode;
import dev.multipool.user.v1.FindUserInfoRequest;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A service that the generator knows by its descriptors alone. */
class DescribedBaiduStdIT {
    private static final String FIND = "multipool.user.v1.UserService/findUserInfo";
    private static final String DESCRIPTORS = Base64.getEncoder()
            .encodeToString(FileDescriptorSet.newBuilder()
                    .addFile(FindUserInfoRequest.getDescriptor().getFile().toProto())
                    .build()
                    .toByteArray());
    /** Longer than a machine that has other work stands still. */
    private static final Duration PATIENT = Duration.ofSeconds(20);

    @Test
    void answers_areCountedOnce_andChecked() throws Exception {
        try (ScriptedRpcServer server = ScriptedRpcServer.start()) {
            LoadResult right = load(server, find("{\"userId\": {id}}", new JsonCheck("/user/id", "7")));
            LoadResult wrong = load(server, find("{\"userId\": {id}}", new JsonCheck("/user/id", "8")));

            assertThat(right.counts().errors()).isEmpty();
            assertThat(right.counts().calls()).isPositive();
            assertThat(wrong.counts().errors()).containsOnlyKeys("WRONG_ANSWER");
        }
    }

    @Test
    void serverThatIsFull_isARejection() throws Exception {
        try (ScriptedRpcServer server = ScriptedRpcServer.start()) {
            server.always(Step.error(RpcErrorCode.ELIMIT, "full"));

            LoadResult result = load(server, find("{\"userId\": {id}}", null));

            assertThat(result.counts().errors()).containsOnlyKeys("ELIMIT");
            assertThat(result.counts().outcome().rejected()).isPositive();
        }
    }

    @Test
    void bodyThatDoesNotFit_isRefusedBeforeTheLoad() {
        try (ScriptedRpcServer server = ScriptedRpcServer.start()) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> load(server, find("{\"user\": {id}}", null)))
                    .withMessageStartingWith("body: no multipool.user.v1.FindUserInfoRequest: ");
        }
    }

    @Test
    void callsWithoutDescriptors_areRefused() {
        MethodCalls calls = find("{\"userId\": {id}}", null);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> new MethodCalls(Protocol.BAIDU_STD, calls.requests(), calls.values(), null, false))
                .withMessage("descriptors: none (expected: a file of them, as baidu_std has no reflection)");
    }

    private static MethodCalls find(String body, @Nullable JsonCheck json) {
        return new MethodCalls(
                Protocol.BAIDU_STD,
                List.of(new Request(FIND, Map.of(), body, 1, new Expectation(Set.of(), null, json))),
                Map.of("id", new TemplateValues.Range(7, 7, KeyDistribution.UNIFORM)),
                DESCRIPTORS,
                false);
    }

    private static LoadResult load(ScriptedRpcServer server, MethodCalls calls) throws InterruptedException {
        LoadPlan plan = new LoadPlan(
                "127.0.0.1",
                server.port(),
                2,
                LoadModel.ClosedLoop.of(4),
                calls,
                new LoadPlan.Timing(Duration.ofMillis(200), Duration.ofSeconds(1), PATIENT),
                1);
        return new LoadGenerator(plan, GeneratorSettings.of(plan), ProgressListener.NONE, Protocols.of(calls)).run();
    }
}
