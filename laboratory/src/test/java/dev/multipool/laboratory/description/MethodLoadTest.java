package dev.multipool.laboratory.description;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.multipool.bench.plan.JsonCheck;
import dev.multipool.bench.plan.KeyDistribution;
import dev.multipool.bench.plan.MethodCalls;
import dev.multipool.bench.plan.MethodCalls.Expectation;
import dev.multipool.bench.plan.MethodCalls.Protocol;
import dev.multipool.bench.plan.MethodCalls.Request;
import dev.multipool.bench.plan.TemplateValues;
import dev.multipool.user.v1.FindUserInfoRequest;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** A load of gRPC and of baidu_std. */
class MethodLoadTest {
    private static final String FIND = "multipool.user.v1.UserService/findUserInfo";
    private static final String GRPC = """
            service: {start: 'java Shop.java {port}', ready: {tcp: '127.0.0.1:{port}'}}
            knobs:
              threads: {range: 2..50, env: THREADS}
            load:
              grpc: 127.0.0.1:{port}/%s
              descriptors: user.pb
              body: '{"userId": {id}}'
              headers: {x-name: a}
              expect: {status: [OK, NOT_FOUND], text: lamp, json: {at: /user/id, is: 3}}
              id: 1..9
              connections: 2
            """.formatted(FIND);

    private static final String BAIDU_STD = """
            service: {start: 'java Shop.java {port}', ready: {tcp: '127.0.0.1:{port}'}}
            knobs:
              threads: {range: 2..50, env: THREADS}
            load:
              requests:
                - {baidu-std: '127.0.0.1:{port}/%s', body: '{"userId": 3}', weight: 9}
                - {baidu-std: '127.0.0.1:{port}/%s', expect: {text: user}}
              descriptors: user.pb
              connections: each
            """.formatted(FIND, FIND);

    @TempDir
    Path folder;

    @BeforeEach
    void writeDescriptors() throws Exception {
        Files.write(
                folder.resolve("user.pb"),
                FileDescriptorSet.newBuilder()
                        .addFile(FindUserInfoRequest.getDescriptor().getFile().toProto())
                        .build()
                        .toByteArray());
    }

    @Test
    void grpc_isReadWithAllThatItHas() {
        Load load = read(GRPC);
        MethodCalls calls = (MethodCalls) load.calls();

        assertThat(load.target()).isEqualTo(new Load.Target("127.0.0.1", "{port}"));
        assertThat(calls.protocol()).isEqualTo(Protocol.GRPC);
        assertThat(calls.requests())
                .containsExactly(new Request(
                        FIND,
                        Map.of("x-name", "a"),
                        "{\"userId\": {id}}",
                        1,
                        new Expectation(Set.of("OK", "NOT_FOUND"), "lamp", new JsonCheck("/user/id", "3"))));
        assertThat(calls.values()).isEqualTo(Map.of("id", new TemplateValues.Range(1, 9, KeyDistribution.UNIFORM)));
        assertThat(calls.descriptors()).isNotEmpty();
        assertThat(calls.tls()).isFalse();
        assertThat(load.connectionsOf(8)).isEqualTo(2);
        assertThat(load.connectionsOf(1)).isEqualTo(1);
    }

    @Test
    void grpcWithoutDescriptors_asksTheServer_alsoByTls() {
        Load load = read(GRPC.replace("  descriptors: user.pb\n", "")
                .replace("grpc: 127.0.0.1:{port}", "grpc: https://127.0.0.1:{port}")
                .replace("  connections: 2\n", ""));

        assertThat(((MethodCalls) load.calls()).descriptors()).isNull();
        assertThat(((MethodCalls) load.calls()).tls()).isTrue();
        assertThat(load.connectionsOf(8)).isEqualTo(4);
    }

    @Test
    void baiduStd_isReadAsAMix() {
        Load load = read(BAIDU_STD);
        MethodCalls calls = (MethodCalls) load.calls();

        assertThat(calls.protocol()).isEqualTo(Protocol.BAIDU_STD);
        assertThat(calls.requests()).extracting(Request::body).isEqualTo(List.of("{\"userId\": 3}", "{}"));
        assertThat(calls.requests()).extracting(Request::weight).containsExactly(9, 1);
        assertThat(load.connectionsOf(8)).isEqualTo(8);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "findUserInfo | findUser | user.yaml:5: load.grpc: method findUser is not in multipool.user.v1.UserService (expected: one of [findUserInfo])",
                "v1.UserService | v1.Users | user.yaml:5: load.grpc: service multipool.user.v1.Users is not described (expected: one of [multipool.user.v1.UserService])",
                "/multi | /x/multi | user.yaml:5: load.grpc: '127.0.0.1:{port}/x/multi",
                "user.pb | users.pb | user.yaml:6: load.descriptors: descriptors: ",
                "userId | user | user.yaml:7: load.body: body: no multipool.user.v1.FindUserInfoRequest: ",
                "NOT_FOUND | NOT_FOND | user.yaml:9: load.expect.status: 'NOT_FOND' (expected: NOT_FOUND?)",
                "x-name: | grpc-timeout: | user.yaml:5: load.grpc: header: grpc-timeout (expected: none, as it comes by itself)",
                "connections: 2 | connections: all | user.yaml:11: load.connections: 'all' (expected: a whole number",
                "connections: 2 | keep-alive: false | user.yaml:11: load.keep-alive: beside grpc (expected: it with http)",
                "connections: 2 | http: 'GET http://127.0.0.1/' | user.yaml:5: load.grpc: beside http (expected: one of them)",
                "grpc: 127 | grcp: 127 | user.yaml:5: load.grcp: unknown key (expected: grpc?)",
                "descriptors: | descriptor: | user.yaml:6: load.descriptor: unknown key (expected: descriptors?)",
            })
    void mistake_isToldWithItsPlace(String right, String wrong, String told) {
        assertThatExceptionOfType(DescriptionException.class)
                .isThrownBy(() -> read(GRPC.replace(right, wrong)))
                .withMessageContaining(told);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "descriptors: user.pb | timeout: 1s | no descriptors (expected: the key descriptors, a file that protoc wrote)",
                "expect: {text: user} | headers: {a: b} | headers: [a] (expected: none by baidu_std)",
                "expect: {text: user} | expect: {status: OK} | status: [OK] (expected: none by baidu_std)",
                "- {baidu-std: '127 | - {baidu-std: 'https://127 | TLS (expected: HOST:PORT/package.Service/Method alone)",
            })
    void whatBaiduStdDoesNotHave_isRefused(String right, String wrong, String told) {
        assertThatExceptionOfType(DescriptionException.class)
                .isThrownBy(() -> read(BAIDU_STD.replace(right, wrong)))
                .withMessageContaining(told);
    }

    @Test
    void requestsOfSeveralProtocols_areRefused() {
        assertThatExceptionOfType(DescriptionException.class)
                .isThrownBy(() -> read(BAIDU_STD.replaceFirst("- .baidu-std", "- {grpc")))
                .withMessageContaining(
                        "load.requests[1].baidu-std: beside grpc (expected: one protocol for all requests)");
    }

    @Test
    void keysOfMethods_areRefusedBesideHttp() {
        assertThatExceptionOfType(DescriptionException.class)
                .isThrownBy(() -> read(GRPC.replaceAll("grpc: .*", "http: GET http://127.0.0.1:{port}/")))
                .withMessageContaining("load.descriptors: beside http (expected: it with grpc or baidu-std)");
    }

    @ParameterizedTest
    @ValueSource(strings = {"grpc", "baidu-std"})
    void description_isValidByTheSchema(String protocol) throws Exception {
        Object yaml = new org.snakeyaml.engine.v2.api.Load(
                        LoadSettings.builder().build())
                .loadFromString(protocol.equals("grpc") ? GRPC : BAIDU_STD);
        try (InputStream schema =
                Objects.requireNonNull(ServiceDescription.class.getResourceAsStream("service.schema.json"))) {
            assertThat(SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                            .getSchema(new String(schema.readAllBytes(), StandardCharsets.UTF_8))
                            .validate(new ObjectMapper().writeValueAsString(yaml), InputFormat.JSON))
                    .isEmpty();
        }
    }

    private Load read(String yaml) {
        return DescriptionReader.parse(folder.resolve("user.yaml"), yaml).load();
    }
}
