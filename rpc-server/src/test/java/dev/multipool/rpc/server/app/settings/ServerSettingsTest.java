package dev.multipool.rpc.server.app.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.multipool.pools.PoolConfig;
import dev.multipool.rpc.server.ServerLimits;
import dev.multipool.rpc.server.app.mock.DelayDistribution;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServerSettingsTest {
    @TempDir
    private Path directory;

    @Test
    void load_ofNothing_givesTheDefaults() {
        ServerSettings settings = ServerSettings.load(null, Map.of(), Map.of());

        assertThat(settings.server().port()).isEqualTo(8000);
        assertThat(settings.pools())
                .containsEntry("business", PoolConfig.parse("business", "fixed:threads=16,queue=1000"));
        assertThat(settings.methods().findUserInfo())
                .isEqualTo(new MethodSettings(ExecutionModel.BLOCKING, "business", 10_000));
        assertThat(settings.limits()).isEqualTo(ServerLimits.DEFAULT);
        assertThat(settings.redis().commandTimeout()).isEqualTo(Duration.ofMillis(200));
    }

    @Test
    void load_letsTheEnvironmentOverrideTheFileAndFlagsOverrideBoth() throws IOException {
        Path file = yaml("""
                server:
                  port: 1001
                  event-loops: 3
                  drain-timeout: 1m
                pools:
                  business: fixed:threads=4
                  other: fixed:threads=2,queue=5
                """);
        Map<String, String> environment =
                Map.of("MULTIPOOL_SERVER_PORT", "1002", "MULTIPOOL_POOLS_BUSINESS", "fixed:threads=5", "PATH", "/bin");

        ServerSettings settings = ServerSettings.load(file, environment, Map.of("server.port", "1003"));

        assertThat(settings.server().port()).isEqualTo(1003);
        assertThat(settings.server().eventLoops()).isEqualTo(3);
        assertThat(settings.server().drainTimeout()).isEqualTo(Duration.ofMinutes(1));
        assertThat(settings.pools())
                .containsEntry("business", PoolConfig.parse("business", "fixed:threads=5"))
                .containsEntry("other", PoolConfig.parse("other", "fixed:threads=2,queue=5"));
    }

    @Test
    void load_ofAnEmptyFile_givesTheDefaults() throws IOException {
        assertThat(ServerSettings.load(yaml("# nothing yet\n"), Map.of(), Map.of()))
                .isEqualTo(ServerSettings.load(null, Map.of(), Map.of()));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "server.port           | 70000  | server.port: \"70000\" from the command line (expected: 0 to 65535)",
                "server.port           | eight  | server.port: \"eight\" from the command line (expected: 0 to 65535)",
                "server.drain-timeout  | 5      | server.drain-timeout: \"5\" from the command line (expected: a"
                        + " duration, such as 500ms, 5s or 1m)",
                "server.default-deadline | 0ms  | server.default-deadline: \"0ms\" from the command line (expected: a"
                        + " duration of at least 1ms, such as 500ms, 5s or 1m)",
                "methods.find-user-info.execution | fast | methods.find-user-info.execution: \"fast\" from the command"
                        + " line (expected: blocking, virtual, async or direct)",
                "methods.find-user-info.pool | io | methods.find-user-info.pool: \"io\" (expected: one of"
                        + " [business, common, select])",
                "redis.source | redis://u:secret@/ | redis.source: \"redis://***@/\" from the command line (expected: a"
                        + " redis:// URI, container, embedded or auto)",
                "server.prot           | 1      | unknown setting server.prot from the command line (expected:"
                        + " server.port?)",
            })
    void load_ofAValueThatDoesNotFit_namesKeyValueOriginAndExpectation(String key, String text, String message) {
        assertRefused(null, Map.of(), Map.of(key, text), message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "methods.query-items.select-pool=common | common -> common",
                "methods.query-items.select-pool=business | business -> common -> business",
                "methods.query-items.common-pool=business | business -> business",
                "methods.query-items.layout=io-cpu,methods.query-items.cpu-pool=business | business -> business",
            })
    void load_ofPoolsThatWaitInACycle_isRefusedWithTheChain(String settings, String chain) {
        Map<String, String> flags = new HashMap<>();
        for (String pair : settings.split(",", -1)) {
            flags.put(pair.split("=", -1)[0], pair.split("=", -1)[1]);
        }

        assertThatExceptionOfType(SettingsException.class)
                .isThrownBy(() -> ServerSettings.load(null, Map.of(), flags))
                .withMessageStartingWith("methods.query-items: pool graph: " + chain);
    }

    @Test
    void load_ofAnAsyncQueryItems_mayUseOnePoolForAll() {
        Map<String, String> flags = Map.of(
                "methods.query-items.execution", "async",
                "methods.query-items.common-pool", "select");

        assertThat(ServerSettings.load(null, Map.of(), flags).poolPlan().waits())
                .isEmpty();
    }

    @Test
    void load_ofVirtualExecutionOnAnotherPool_namesItsKind() {
        assertRefused(
                null,
                Map.of(),
                Map.of("methods.query-items.execution", "virtual"),
                "methods.query-items.pool: \"business\" is a pool of kind fixed (expected: kind virtual, since"
                        + " methods.query-items.execution is virtual)");
    }

    @Test
    void load_ofAVirtualPool_needsAJdkThatHasThem() {
        Map<String, String> flags = Map.of("pools.business", "virtual:threads=100,queue=10");

        if (Runtime.version().feature() >= 21) {
            assertThat(ServerSettings.load(null, Map.of(), flags).pools()).containsKey("business");
        } else {
            assertThatExceptionOfType(SettingsException.class)
                    .isThrownBy(() -> ServerSettings.load(null, Map.of(), flags))
                    .withMessageStartingWith("pools.business: pool business: kind virtual needs JDK 21 or newer");
        }
    }

    @Test
    void load_ofDelaysAndCpuTimes_readsThem() {
        ServerSettings settings = ServerSettings.load(
                null,
                Map.of(),
                Map.of("mock.delay", "lognormal:5ms,cv=0.3", "methods.query-items.convert-cpu", "20us"));

        assertThat(settings.mock().delay())
                .isEqualTo(new DelayDistribution(DelayDistribution.Shape.LOGNORMAL, Duration.ofMillis(5), 0.3));
        assertThat(settings.queryItems().convertCpu()).isEqualTo(Duration.ofNanos(20_000));
        assertThat(settings.queryItems().mergeCpu()).isZero();
        assertRefused(
                null,
                Map.of(),
                Map.of("mock.delay", "lognormal:5ms"),
                "mock.delay: \"lognormal:5ms\" from the command line (expected: none, constant:5ms, exponential:5ms or"
                        + " lognormal:5ms,cv=0.3)");
    }

    @Test
    void load_ofAPoolThatDoesNotFit_saysWhatThePoolExpected() {
        assertThatExceptionOfType(SettingsException.class)
                .isThrownBy(() -> ServerSettings.load(null, Map.of(), Map.of("pools.business", "fixed:threads=0")))
                .withMessageStartingWith("pools.business: \"fixed:threads=0\" from the command line: ")
                .withMessageContaining("expected:");
    }

    @Test
    void load_ofAnUnknownEnvironmentVariableOfOurs_suggestsTheNearest() {
        assertRefused(
                null,
                Map.of("MULTIPOOL_SERVER_PROT", "1"),
                Map.of(),
                "unknown environment variable MULTIPOOL_SERVER_PROT (expected: MULTIPOOL_SERVER_PORT?)");
    }

    @Test
    void load_ofAnUnknownKeyInTheFile_namesTheFile() throws IOException {
        Path file = yaml("server:\n  hots: a\n");

        assertRefused(
                file, Map.of(), Map.of(), "unknown setting server.hots from " + file + " (expected: server.host?)");
    }

    @Test
    void load_ofAListWhereAValueBelongs_saysSo() throws IOException {
        Path file = yaml("server:\n  port: [1, 2]\n");

        assertRefused(file, Map.of(), Map.of(), "server.port: a list from " + file + " (expected: a single value)");
    }

    @Test
    void load_ofAScalarWhereKeysBelong_saysSo() throws IOException {
        Path file = yaml("8000\n");

        assertRefused(
                file, Map.of(), Map.of(), "configuration file " + file + ": \"8000\" (expected: keys with values)");
    }

    @Test
    void load_ofBrokenYaml_namesTheLine() throws IOException {
        Path file = yaml("server:\n  port: [1\nredis: 2\n");

        assertThatExceptionOfType(SettingsException.class)
                .isThrownBy(() -> ServerSettings.load(file, Map.of(), Map.of()))
                .withMessageMatching("configuration file .* line \\d+: .* \\(expected: YAML\\)");
    }

    @Test
    void load_ofAFileThatDoesNotExist_saysSo() {
        Path file = directory.resolve("none.yaml");

        assertRefused(
                file, Map.of(), Map.of(), "configuration file " + file + ": does not exist (expected: a YAML file)");
    }

    @Test
    void describeAll_namesEverySettingWithItsVariable() {
        String help = ServerSettings.describeAll();

        assertThat(SettingsSchema.all())
                .allSatisfy(setting -> assertThat(help).contains(setting.key(), setting.environmentName()));
    }

    private static void assertRefused(
            @Nullable Path file, Map<String, String> environment, Map<String, String> flags, String message) {
        assertThatExceptionOfType(SettingsException.class)
                .isThrownBy(() -> ServerSettings.load(file, environment, flags))
                .withMessage(message);
    }

    private Path yaml(String text) throws IOException {
        return Files.writeString(directory.resolve("server.yaml"), text);
    }
}
