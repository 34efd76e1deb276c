package dev.multipool.laboratory.description;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.multipool.bench.plan.HttpCalls;
import dev.multipool.bench.plan.JsonCheck;
import dev.multipool.bench.plan.KeyDistribution;
import dev.multipool.bench.plan.TemplateValues;
import dev.multipool.laboratory.description.KnobValues.Scale;
import dev.multipool.laboratory.result.KnobWay;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DescriptionReaderTest {
    static final String SHOP = """
            # shop.yaml, in full: no code changes in the service
            service:
              start: java -jar shop.jar --server.port={port}
              ready: http://127.0.0.1:{port}/actuator/health
            knobs:
              tomcat: {range: 4..200, env: SERVER_TOMCAT_THREADS_MAX}
              hikari: {range: 2..50, jmx: 'com.zaxxer.hikari:type=Pool (*)', attribute: MaximumPoolSize}
            load:
              http: GET http://127.0.0.1:{port}/products/{id}
              id: 1..10000
            """;

    @Test
    void shop_isRead() {
        ServiceDescription shop = read(SHOP);

        assertThat(shop.name()).isEqualTo("shop");
        assertThat(shop.knobs())
                .containsExactly(
                        new Knob(
                                "tomcat",
                                new KnobValues.Range(4, 200, Scale.LOG, null),
                                new KnobWay.Environment("SERVER_TOMCAT_THREADS_MAX"),
                                null),
                        new Knob(
                                "hikari",
                                new KnobValues.Range(2, 50, Scale.LOG, null),
                                new KnobWay.JmxAttribute("com.zaxxer.hikari:type=Pool (*)", "MaximumPoolSize"),
                                new ReadBack.Jmx("com.zaxxer.hikari:type=Pool (*)", "MaximumPoolSize")));
        assertThat(((Origin.Launch) shop.origin()).command())
                .containsExactly("java", "-jar", "shop.jar", "--server.port={port}");
        assertThat(shop.load().target().portFor(4711)).isEqualTo(4711);
    }

    @Test
    void constraint_isKeptOrBroken() {
        ServiceDescription shop = read(SHOP + "constraints: [hikari <= tomcat]\n");

        assertThat(shop.allows(new Setting(Map.of("hikari", "9", "tomcat", "9"))))
                .isTrue();
        assertThat(shop.allows(new Setting(Map.of("hikari", "10", "tomcat", "9"))))
                .isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "start: java | strat: java | shop.yaml:3: service.strat: unknown key (expected: start?)",
                "range: 4..200 | range: 200..4 | shop.yaml:6: knobs.tomcat.range: range: 200..4",
                "env: S | evn: S | shop.yaml:6: knobs.tomcat.evn: unknown key (expected: env?)",
                "{id} | {ids} | shop.yaml:10: load.id: unknown key (expected: ids?)",
                "server.port={port} | server.port={prot} | unknown placeholder {prot} (expected: {port}?)",
                "attribute: Max | operation: x, attribute: Max | attribute and operation (expected: one of them)",
                "id: 1..10000 | id: 1..x | shop.yaml:10: load.id: '1..x'",
                "load: | load: {} # | shop.yaml:9",
            })
    void mistake_isToldWithItsPlace(String right, String wrong, String told) {
        assertThatThrownBy(() -> read(SHOP.replace(right, wrong)))
                .isInstanceOf(DescriptionException.class)
                .hasMessageContaining(told);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "pid: 4711 | load.http | load: {port} of a service that runs by its pid (expected: the port's number)",
                "pid: 4711, ready: {log: up} | 80 | service.ready: log beside pid",
            })
    void serviceThatRuns_hasNeitherAPortNorAConsoleToChoose(String service, String port, String told) {
        String yaml = """
                service: {%s}
                knobs:
                  hikari: {range: 2..50, jmx: 'a:type=b', attribute: Max}
                load:
                  http: GET http://127.0.0.1:%s/
                """.formatted(service, port.equals("80") ? port : "{port}");

        assertThatThrownBy(() -> read(yaml))
                .isInstanceOf(DescriptionException.class)
                .hasMessageContaining(told);
    }

    @Test
    void requestsOfAMix_haveWeightsHeadersAndChecks() {
        Load load = read("""
                service: {start: java Shop.java, ready: 'http://127.0.0.1:80/'}
                knobs:
                  hikari: {range: 2..50, env: HIKARI}
                load:
                  requests:
                    - {http: 'GET http://127.0.0.1:80/a/{id}', weight: 9}
                    - http: POST http://127.0.0.1:80/b
                      headers: {Accept: text/plain}
                      body: '{"id": {id}}'
                      expect: {status: 201, text: made, json: {at: /id, is: 3}}
                  id: zipf:1.1:1..9
                  callers: 8
                  timeout: 2s
                """).load();

        HttpCalls calls = (HttpCalls) load.calls();
        assertThat(calls.requests())
                .containsExactly(
                        new HttpCalls.Request("GET", "/a/{id}", Map.of(), null, 9, HttpCalls.Expectation.SUCCESS),
                        new HttpCalls.Request(
                                "POST",
                                "/b",
                                Map.of("Accept", "text/plain"),
                                "{\"id\": {id}}",
                                1,
                                new HttpCalls.Expectation(Set.of(201), "made", new JsonCheck("/id", "3"))));
        assertThat(calls.values()).isEqualTo(Map.of("id", new TemplateValues.Range(1, 9, new KeyDistribution(1.1))));
        assertThat(load.callers()).isEqualTo(8);
        assertThat(load.timeout()).isEqualTo(Duration.ofSeconds(2));
    }

    @Test
    void commandLine_isSplitAsByAShell() {
        assertThat(CommandLine.split("sh -c 'a b' \"c d\"e f\\ g ''"))
                .isEqualTo(List.of("sh", "-c", "a b", "c de", "f g", ""));
    }

    @Test
    void shellVariable_isNoPlaceholder() {
        assertThat(Placeholders.namesIn("${HOME} {port} {print $1}")).containsExactly("port");
    }

    private static ServiceDescription read(String yaml) {
        return DescriptionReader.parse(Path.of("shop.yaml"), yaml);
    }
}
