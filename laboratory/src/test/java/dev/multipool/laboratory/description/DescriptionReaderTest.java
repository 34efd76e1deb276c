package dev.multipool.laboratory.description;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.multipool.laboratory.description.KnobValues.Scale;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
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
