package dev.multipool.laboratory.description;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.multipool.bench.plan.HttpCalls;
import dev.multipool.bench.plan.HttpCalls.Version;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** A load of HTTP by its version. */
class Http2LoadTest {
    private static final String HTTP_2 = """
            service: {start: 'java Shop.java {port}', ready: {tcp: '127.0.0.1:{port}'}}
            knobs:
              threads: {range: 2..50, env: THREADS}
            load:
              http: GET https://127.0.0.1:{port}/products/{id}
              id: 1..9
              http-version: 2
              connections: 2
            """;

    @Test
    void http2_isReadWithItsConnections() {
        Load load = read(HTTP_2);

        assertThat(((HttpCalls) load.calls()).connections())
                .isEqualTo(new HttpCalls.Connections(true, true, Version.HTTP_2));
        assertThat(load.connectionsOf(8)).isEqualTo(2);
        assertThat(read(HTTP_2.replace("connections: 2", "connections: each")).connectionsOf(8))
                .isEqualTo(8);
        assertThat(read(HTTP_2.replace("  connections: 2\n", "")).connectionsOf(8))
                .isEqualTo(4);
    }

    @Test
    void version_is11_whereNoneIsNamed() {
        String http1 = HTTP_2.replace("  connections: 2\n", "");

        assertThat(((HttpCalls) read(http1.replace("  http-version: 2\n", "")).calls()).connections())
                .isEqualTo(new HttpCalls.Connections(true, true, Version.HTTP_1_1));
        Load named = read(http1.replace("http-version: 2", "http-version: 1.1"));
        assertThat(((HttpCalls) named.calls()).connections().version()).isEqualTo(Version.HTTP_1_1);
        assertThat(named.connectionsOf(8)).isEqualTo(8);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "http-version: 2 | http-version: 3 | shop.yaml:7: load.http-version: '3' (expected: 1.1 or 2)",
                "http-version: 2 | http-version: 1.1 | shop.yaml:8: load.connections: beside http (expected: it with http-version: 2, grpc or baidu-std)",
                "connections: 2 | keep-alive: false | shop.yaml:8: load.keep-alive: false beside http-version: 2 (expected: none, as many calls share a connection)",
                "connections: 2 | headers: {Upgrade: h2c} | load: header: Upgrade (expected: none by HTTP/2)",
                "connections: 2 | http-verson: 2 | shop.yaml:8: load.http-verson: unknown key (expected: http-version?)",
                "http: GET https:// | grpc: https:// | shop.yaml:7: load.http-version: beside grpc (expected: it with http)",
            })
    void mistake_isToldWithItsPlace(String right, String wrong, String told) {
        assertThatExceptionOfType(DescriptionException.class)
                .isThrownBy(() -> read(HTTP_2.replace(right, wrong)))
                .withMessageContaining(told);
    }

    @ParameterizedTest
    @ValueSource(strings = {"2", "'2'", "1.1"})
    void version_isValidByTheSchema(String version) throws Exception {
        Object yaml = new org.snakeyaml.engine.v2.api.Load(
                        LoadSettings.builder().build())
                .loadFromString(HTTP_2.replace("http-version: 2", "http-version: " + version));
        try (InputStream schema =
                Objects.requireNonNull(ServiceDescription.class.getResourceAsStream("service.schema.json"))) {
            assertThat(SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                            .getSchema(new String(schema.readAllBytes(), StandardCharsets.UTF_8))
                            .validate(new ObjectMapper().writeValueAsString(yaml), InputFormat.JSON))
                    .isEmpty();
        }
    }

    private static Load read(String yaml) {
        return DescriptionReader.parse(Path.of("shop.yaml"), yaml).load();
    }
}
