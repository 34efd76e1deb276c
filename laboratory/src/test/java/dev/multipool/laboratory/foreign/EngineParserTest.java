package dev.multipool.laboratory.foreign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import dev.multipool.laboratory.result.LoadEngine.Program;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the programs really printed or wrote; their versions are in the files' names. */
class EngineParserTest {
    @TempDir
    private Path directory;

    @Test
    void wrk_withLatency_tellsCallsTimesAndTraffic() throws OutputException {
        EngineFigures figures = printed(Program.WRK, recorded("wrk-4.1.0.txt"));

        assertThat(figures.calls()).isEqualTo(1172);
        assertThat(figures.errors()).isEmpty();
        assertThat(figures.seconds()).isEqualTo(3);
        assertThat(figures.times().p50Millis()).isEqualTo(20.31);
        assertThat(figures.times().p90Millis()).isEqualTo(20.99);
        assertThat(figures.times().p99Millis()).isEqualTo(23.71);
        assertThat(figures.times().p999Millis()).isNull();
        assertThat(figures.times().maxMillis()).isEqualTo(33.35);
        assertThat(figures.times().meanMillis()).isEqualTo(20.44);
        assertThat(figures.notSent()).isNull();
        assertThat(Objects.requireNonNull(figures.traffic()).receivedBytes()).isCloseTo(112_517, within(1.0));
        assertThat(figures.traffic().sentBytes()).isNull();
    }

    @Test
    void wrk_ofOtherStatuses_countsThemAsErrors() throws OutputException {
        EngineFigures figures = printed(Program.WRK, recorded("wrk-4.1.0-status.txt"));

        assertThat(figures.calls()).isZero();
        assertThat(figures.errors()).isEqualTo(Map.of("STATUS", 18_716L));
        assertThat(figures.times().p50Millis()).isEqualTo(0.449);
    }

    @Test
    void wrk_ofTimeouts_countsThemBesideTheRequests() throws OutputException {
        EngineFigures figures = printed(Program.WRK, recorded("wrk-4.1.0-timeouts.txt"));

        assertThat(figures.calls()).isEqualTo(1168);
        assertThat(figures.errors()).isEqualTo(Map.of("TIMEOUT", 776L));
    }

    @Test
    void wrk_withoutLatency_isToldTheOption() {
        assertThatExceptionOfType(OutputException.class)
                .isThrownBy(() -> printed(Program.WRK, recorded("wrk-4.1.0-without-latency.txt")))
                .matches(e -> e.expected().equals("--latency"));
    }

    @Test
    void wrk2_withLatency_tellsTp999() throws OutputException {
        EngineFigures figures = printed(Program.WRK2, recorded("wrk2-4.0.0.txt"));

        assertThat(figures.calls()).isEqualTo(2399);
        assertThat(figures.seconds()).isEqualTo(12);
        assertThat(figures.times().p50Millis()).isEqualTo(10.96);
        assertThat(figures.times().p99Millis()).isEqualTo(11.89);
        assertThat(figures.times().p999Millis()).isEqualTo(12.24);
    }

    @Test
    void k6_summaryExport_tellsAll() throws OutputException {
        EngineFigures figures = written(Program.K6, recorded("k6-1.8.1.json"));

        assertThat(figures.calls()).isEqualTo(1187);
        assertThat(figures.errors()).isEmpty();
        assertThat(figures.notSent()).isZero();
        assertThat(figures.seconds()).isCloseTo(3.02, within(0.01));
        assertThat(figures.times().p50Millis()).isCloseTo(20.138, within(0.001));
        assertThat(figures.times().p999Millis()).isCloseTo(24.263, within(0.001));
        assertThat(Objects.requireNonNull(figures.traffic()).sentBytes()).isEqualTo(96_147);
    }

    @Test
    void k6_whereAllCallsFail_countsThem() throws OutputException {
        EngineFigures figures = written(Program.K6, recorded("k6-1.8.1-errors.json"));

        assertThat(figures.calls()).isZero();
        assertThat(figures.errors()).isEqualTo(Map.of("HTTP", 4613L));
    }

    @Test
    void k6_withTooFewUsersForItsRate_tellsWhatWasNotSent() throws OutputException {
        EngineFigures figures = written(Program.K6, recorded("k6-1.8.1-dropped.json"));

        assertThat(figures.calls()).isEqualTo(804);
        assertThat(figures.notSent()).isEqualTo(3195);
    }

    @Test
    void k6_handleSummaryWithFailedChecks_countsThem() throws OutputException {
        EngineFigures figures = written(Program.K6, recorded("k6-1.8.1-handle-summary-checks.json"));

        assertThat(figures.calls()).isEqualTo(364 - 92);
        assertThat(figures.errors()).isEqualTo(Map.of("CHECK", 92L));
        assertThat(figures.times().p999Millis()).isNull();
    }

    @Test
    void k6_withoutP99_isToldTheOption() {
        String summary = recorded("k6-1.8.1.json").replace("\"p(99)\"", "\"p(95)\"");

        assertThatExceptionOfType(OutputException.class)
                .isThrownBy(() -> written(Program.K6, summary))
                .withMessageContaining("p(99)")
                .matches(e -> e.expected().contains("--summary-trend-stats"));
    }

    @Test
    void jmeter_ofOneEngine_tellsAll() throws OutputException {
        EngineFigures figures = written(Program.JMETER, recorded("jmeter-5.6.3.jtl"));

        assertThat(figures.calls()).isEqualTo(288);
        assertThat(figures.errors()).isEmpty();
        assertThat(figures.seconds()).isBetween(1.5, 2.5);
        assertThat(figures.times().p50Millis()).isBetween(9.0, 13.0);
        assertThat(figures.times().p999Millis()).isNotNull();
        assertThat(Objects.requireNonNull(figures.traffic()).sentBytes()).isEqualTo(288.0 * 128);
    }

    @Test
    void jmeter_ofARemoteEngine_tellsTheSame() throws OutputException {
        EngineFigures figures = written(Program.JMETER, recorded("jmeter-5.6.3-remote.jtl"));

        assertThat(figures.calls()).isEqualTo(284);
        assertThat(figures.seconds()).isBetween(1.5, 2.5);
    }

    @Test
    void jmeter_ofFailures_countsThemByTheirCode() throws OutputException {
        EngineFigures figures = written(Program.JMETER, recorded("jmeter-5.6.3-errors.jtl"));

        assertThat(figures.calls()).isZero();
        assertThat(figures.errors()).isEqualTo(Map.of("404", 30L));
    }

    @Test
    void jmeter_ofTransactions_leavesThemOut() throws OutputException {
        String header = "timeStamp,elapsed,responseCode,responseMessage,success\n";

        EngineFigures figures = written(
                Program.JMETER,
                header
                        + "1000,10,200,\"O,\"\"K\"\"\",true\n1000,10,200,\"Number of samples in transaction : 1\",true\n");

        assertThat(figures.calls()).isEqualTo(1);
    }

    @Test
    void jmeter_withoutHeader_isToldTheOption() {
        assertThatExceptionOfType(OutputException.class)
                .isThrownBy(() -> written(Program.JMETER, "1795624942972,38,product,200,OK\n"))
                .withMessageContaining("timeStamp, elapsed, success, responseCode");
    }

    @Test
    void jmeter_cutInARow_isToldWhich() {
        String samples = recorded("jmeter-5.6.3.jtl");

        assertThatExceptionOfType(OutputException.class)
                .isThrownBy(() -> written(Program.JMETER, samples + "179562494x,"))
                .withMessageContaining("row 289");
    }

    @Test
    void ghz_tellsAll() throws OutputException {
        EngineFigures figures = written(Program.GHZ, recorded("ghz-0.93.0.json"));

        assertThat(figures.calls()).isEqualTo(99);
        assertThat(figures.errors()).isEmpty();
        assertThat(figures.seconds()).isCloseTo(1, within(0.1));
        assertThat(figures.times().p50Millis()).isBetween(5.0, 8.0);
    }

    @Test
    void ghz_ofFailures_hasTimesOfTheOthersAlone() throws OutputException {
        EngineFigures figures = written(Program.GHZ, recorded("ghz-0.93.0-errors.json"));

        assertThat(figures.calls()).isEqualTo(75);
        assertThat(figures.errors()).isEqualTo(Map.of("Unavailable", 26L));
    }

    @Test
    void hyperfoil_tellsAll() throws OutputException {
        EngineFigures figures = written(Program.HYPERFOIL, recorded("hyperfoil-0.30-SNAPSHOT.json"));

        assertThat(figures.calls()).isEqualTo(75);
        assertThat(figures.errors()).isEmpty();
        assertThat(figures.seconds()).isEqualTo(1.093);
        assertThat(figures.times().p50Millis()).isCloseTo(15.139, within(0.001));
        assertThat(figures.times().p99Millis()).isCloseTo(148.898, within(0.001));
        assertThat(figures.times().p999Millis()).isCloseTo(148.898, within(0.001));
    }

    @Test
    void hyperfoil_ofOtherStatuses_countsThemAsErrors() throws OutputException {
        EngineFigures figures = written(Program.HYPERFOIL, recorded("hyperfoil-0.30-SNAPSHOT-errors.json"));

        assertThat(figures.calls()).isZero();
        assertThat(figures.errors()).isEqualTo(Map.of("INVALID", 872L));
    }

    @Test
    void hyperfoil_withoutAConnection_isToldWhy() {
        assertThatExceptionOfType(OutputException.class)
                .isThrownBy(() -> written(Program.HYPERFOIL, recorded("hyperfoil-0.30-SNAPSHOT-refused.json")))
                .withMessageContaining("Cannot connect to 127.0.0.1:9");
    }

    @ParameterizedTest
    @EnumSource(Program.class)
    void anything_ofAProgramThatLeftNothing_isToldSo(Program program) {
        assertThatExceptionOfType(OutputException.class).isThrownBy(() -> EngineParsers.of(program)
                .parse(new EngineOutput("connection refused\n", directory.resolve("none"))));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{",
                "[]",
                "null",
                "garbage",
                "{\"metrics\": 3}",
                "{\"details\": [3], \"total\": 1}",
                "\u0000\n,\""
            })
    void anything_ofAnotherForm_isToldSo(String text) {
        for (Program program : Program.values()) {
            assertThatExceptionOfType(OutputException.class)
                    .as(program.toString())
                    .isThrownBy(() -> EngineParsers.of(program).parse(new EngineOutput(text, file(text))));
        }
    }

    private EngineFigures printed(Program program, String console) throws OutputException {
        return EngineParsers.of(program).parse(new EngineOutput(console, directory.resolve("none")));
    }

    private EngineFigures written(Program program, String text) throws OutputException {
        return EngineParsers.of(program).parse(new EngineOutput("", file(text)));
    }

    private Path file(String text) {
        try {
            return Files.writeString(directory.resolve("out"), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static String recorded(String name) {
        try (InputStream in = EngineParserTest.class.getResourceAsStream(name)) {
            return new String(Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
