package dev.multipool.jmeter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.rpc.client.ScriptedRpcServer;
import dev.multipool.rpc.client.ScriptedRpcServer.Step;
import dev.multipool.rpc.protocol.RpcErrorCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.jmeter.config.Arguments;
import org.apache.jmeter.protocol.java.sampler.JavaSamplerContext;
import org.apache.jmeter.samplers.SampleResult;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The sampler as one of JMeter's threads calls it. */
class MultipoolSamplerIT {
    private final ScriptedRpcServer server = ScriptedRpcServer.start();

    @AfterEach
    void closeServer() {
        server.close();
    }

    @Test
    void eachKindOfCall_isASampleThatIsRight() {
        SampleResult user = sample(Map.of());
        SampleResult items = sample(Map.of("call", "query-items", "items", "3"));

        assertThat(List.of(user, items)).allMatch(SampleResult::isSuccessful);
        assertThat(user.getResponseCode()).isEqualTo("200");
        assertThat(user.getSentBytes()).isPositive();
        assertThat(items.getBodySizeAsLong()).isGreaterThan(3);
        assertThat(server.requests())
                .extracting(meta -> meta.getRequest().getMethodName())
                .containsExactly("findUserInfo", "queryItems");
        // what is left of the timeout when the request is written
        assertThat(server.requests())
                .extracting(meta -> meta.getRequest().getTimeoutMs())
                .allMatch(millis -> millis > 1_000 && millis <= 30_000);
    }

    @Test
    void aRejectedCall_isAFailedSampleWithTheErrorsName() {
        server.enqueue(Step.error(RpcErrorCode.ELIMIT, "full"));

        SampleResult rejected = sample(Map.of());

        assertThat(rejected.isSuccessful()).isFalse();
        assertThat(rejected.getResponseCode()).isEqualTo("ELIMIT");
        assertThat(rejected.getResponseMessage()).isEqualTo("full");
        assertThat(rejected.isStopTestNow()).isFalse();
    }

    @Test
    void anAnswerAboutSomethingElse_isAFailedSample() {
        server.enqueue(
                Step.answer(ScriptedRpcServer.userAnswer(-1)), Step.answer(ScriptedRpcServer.itemsAnswer(List.of())));

        assertThat(sample(Map.of()).getResponseCode()).isEqualTo("WRONG_ANSWER");
        assertThat(sample(Map.of("call", "query-items")).getResponseCode()).isEqualTo("WRONG_ANSWER");
    }

    @Test
    void threadsOfOneEngine_shareTheConnections() {
        List<MultipoolSampler> threads = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            MultipoolSampler thread = new MultipoolSampler();
            thread.setupTest(context(Map.of("connections", "2")));
            threads.add(thread);
            assertThat(thread.runTest(context(Map.of())).isSuccessful()).isTrue();
        }

        assertThat(server.connectionCount()).isEqualTo(2);
        threads.forEach(thread -> thread.teardownTest(context(Map.of())));
    }

    @Test
    void aParameterThatCannotBe_endsTheTestAndSaysWhatWasExpected() {
        assertThat(refusal(Map.of("maxUserId", "0"))).startsWith("maxUserId: 0 (expected: 1 to ");
        assertThat(refusal(Map.of("port", "99999999999"))).endsWith("(expected: 1 to 65535)");
        assertThat(refusal(Map.of("items", "ten"))).isEqualTo("items: 'ten' (expected: a whole number)");
        assertThat(refusal(Map.of("call", "find"))).isEqualTo("call: find (expected: find-user-info or query-items)");
        assertThat(refusal(Map.of("host", " "))).startsWith("host: ");
    }

    @Test
    void aServerThatIsNotThere_endsTheTest() {
        server.close();

        assertThat(refusal(Map.of())).startsWith("cannot connect to 127.0.0.1:");
    }

    private String refusal(Map<String, String> parameters) {
        SampleResult result = sample(parameters);
        assertThat(result.isSuccessful()).isFalse();
        assertThat(result.isStopTestNow()).isTrue();
        return result.getResponseMessage();
    }

    private SampleResult sample(Map<String, String> parameters) {
        MultipoolSampler sampler = new MultipoolSampler();
        sampler.setupTest(context(parameters));
        SampleResult result = sampler.runTest(context(parameters));
        sampler.teardownTest(context(parameters));
        return result;
    }

    private JavaSamplerContext context(Map<String, String> parameters) {
        Map<String, String> all = new MultipoolSampler().getDefaultParameters().getArgumentsAsMap();
        all.put("port", String.valueOf(server.port()));
        all.put("timeoutMillis", "30000");
        all.putAll(parameters);
        Arguments arguments = new Arguments();
        all.forEach(arguments::addArgument);
        return new JavaSamplerContext(arguments);
    }
}
