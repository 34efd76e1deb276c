package dev.multipool.laboratory.description;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.multipool.laboratory.result.LoadEngine.Program;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LoadCommandTest {
    @Test
    void command_isReadWithItsParser() {
        Load load = read("wrk -t1 -c{users} -d{seconds}s --latency http://127.0.0.1:{port}/", "wrk");

        LoadCommand command = (LoadCommand) load.calls();
        assertThat(command.program()).isEqualTo(Program.WRK);
        assertThat(command.filled(Map.of("users", "8", "seconds", "3", "port", "80")))
                .containsExactly("wrk", "-t1", "-c8", "-d3s", "--latency", "http://127.0.0.1:80/");
        assertThat(command.shares()).isEqualTo(Map.of("wrk", 1));
        assertThat(load.target()).isEqualTo(new Load.Target("127.0.0.1", "{port}"));
        assertThat(load.connectionsOf(8)).isEqualTo(8);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "wrk -c{users} -d{seconds} {port} | wrk | load by wrk: closed loop, stalls may be hidden",
                "wrk2 -R{rate} -d{seconds} {port} | wrk2 | load by wrk2: open loop",
                "k6 -e N={users} -e S={seconds} {out} {port} | k6 | load by k6: closed loop, stalls may be hidden",
                "k6 -e N={rate} -e S={seconds} {out} {port} | k6 | load by k6: open loop",
                "jmeter -Jr={rate} -Js={seconds} -l {out} {port} | jmeter | load by jmeter: open loop, stalls may be hidden",
                "run.sh {rate} {seconds} {out} {port} | hyperfoil | load by hyperfoil: open loop",
                "ghz --rps {rate} -z {seconds}s -o {out} {port} | ghz | load by ghz: open loop, stalls may be hidden"
            })
    void engine_saysWhatItsFiguresAreWorth(String command, String parser, String text) {
        assertThat(((LoadCommand) read(command, parser).calls()).engine().text())
                .isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "wrk -c8 -d{seconds} {port} | wrk | shop.yaml:5: load.command: no {users} and no {rate} (expected: {users}",
                "wrk -c{users} -d3 {port} | wrk | shop.yaml:5: load.command: no {seconds} (expected: {seconds}",
                "wrk -c{user} -d{seconds} {port} | wrk | load.command: {user} (expected: {users}?)",
                "wrk -R{rate} -d{seconds} {port} | wrk | load.command: {rate} (expected: {users}, as wrk keeps no rate",
                "wrk2 -c{users} -d{seconds} {port} | wrk2 | load.command: no {rate} (expected: -R{rate}",
                "k6 {users} {seconds} {port} | k6 | load.command: no {out} (expected: {out}",
                "wrk -c{users} -d{seconds} | wrk | load.command: no {port} (expected: {port}",
                "wrk '-c{users} -d{seconds} | wrk | load.command: a quote that does not end",
                "wrk -c{users} -d{seconds} {port} | wrkk | shop.yaml:6: load.parser: 'wrkk' (expected: wrk?)"
            },
            quoteCharacter = '\u0000')
    void mistake_isToldWithLineAndKey(String command, String parser, String told) {
        assertThatThrownBy(() -> read(command, parser))
                .isInstanceOf(DescriptionException.class)
                .hasMessageContaining(told);
    }

    @Test
    void fixedPort_isThatOfReady() {
        Load load = read("wrk -c{users} -d{seconds} http://127.0.0.1:8080/", "wrk", "http://127.0.0.1:8080/");

        assertThat(load.target().port()).isEqualTo("8080");
    }

    @Test
    void keysOfOtherLoads_areRefused() {
        assertThatThrownBy(() -> read("wrk -c{users} -d{seconds} {port}", "wrk\n  timeout: 3s"))
                .hasMessageContaining("load.timeout: beside command");
        assertThatThrownBy(() -> DescriptionReader.parse(Path.of("shop.yaml"), """
                        service: {start: java Shop.java, ready: 'http://127.0.0.1:80/'}
                        knobs:
                          hikari: {range: 2..50, env: HIKARI}
                        load: {http: 'GET http://127.0.0.1:80/', parser: wrk}
                        """))
                .hasMessageContaining("load.parser: without command");
    }

    @Test
    void missingParser_isToldWithThoseThereAre() {
        assertThatThrownBy(() -> DescriptionReader.parse(Path.of("shop.yaml"), """
                        service: {start: java Shop.java, ready: 'http://127.0.0.1:80/'}
                        knobs:
                          hikari: {range: 2..50, env: HIKARI}
                        load: {command: 'wrk -c{users} -d{seconds}'}
                        """))
                .hasMessageContaining("no parser (expected: the key parser: wrk, wrk2, k6, jmeter, hyperfoil, ghz)");
    }

    private static Load read(String command, String parser) {
        return read(command, parser, null);
    }

    private static Load read(String command, String parser, @Nullable String ready) {
        return DescriptionReader.parse(Path.of("shop.yaml"), """
                service: {start: 'java Shop.java {port}', ready: %s}
                knobs:
                  hikari: {range: 2..50, env: HIKARI}
                load:
                  command: %s
                  parser: %s
                """.formatted(
                                ready == null ? "{log: up}" : "'" + ready + "'", command, parser))
                .load();
    }
}
