package dev.multipool.rpc.server.app.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.multipool.pools.PoolConfig;
import dev.multipool.pools.admission.AdmissionObjective;
import dev.multipool.pools.admission.AdmissionSettings;
import dev.multipool.redis.RedisTarget;
import dev.multipool.redis.provision.RedisRequest;
import dev.multipool.rpc.protocol.FrameBudget;
import dev.multipool.rpc.protocol.FrameLimits;
import dev.multipool.rpc.server.admin.AdminSettings;
import dev.multipool.rpc.server.app.mock.DelayDistribution;
import dev.multipool.rpc.server.connection.ConnectionTimeouts;
import dev.multipool.rpc.server.limits.ServerLimits;
import java.io.IOException;
import java.net.URI;
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
import org.junit.jupiter.params.provider.ValueSource;

class ServerSettingsTest {
    @TempDir
    private Path directory;

    @Test
    void load_ofNothing_givesTheDefaults() {
        ServerSettings settings = SettingsLoader.load(null, Map.of(), Map.of());

        assertThat(settings.network().address().host()).isEqualTo("127.0.0.1");
        assertThat(settings.network().address().hostGiven()).isFalse();
        assertThat(settings.network().address().port()).isEqualTo(8000);
        assertThat(settings.network().timeouts()).isEqualTo(ConnectionTimeouts.DEFAULT);
        assertThat(settings.bounds().frames())
                .isEqualTo(
                        new ServerSettings.Frames(FrameLimits.DEFAULT, FrameBudget.defaultBytes(FrameLimits.DEFAULT)));
        assertThat(settings.pools())
                .containsEntry("business", PoolConfig.parse("business", "fixed:threads=16,queue=1000"));
        assertThat(settings.service().methods().findUserInfo())
                .isEqualTo(new MethodSettings(ExecutionModel.BLOCKING, "business", 10_000, true));
        assertThat(settings.bounds().limits()).isEqualTo(ServerLimits.DEFAULT);
        assertThat(settings.redis().connections().commandTimeout()).isEqualTo(Duration.ofMillis(200));
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

        ServerSettings settings = SettingsLoader.load(file, environment, Map.of("server.port", "1003"));

        assertThat(settings.network().address().port()).isEqualTo(1003);
        assertThat(settings.network().eventLoops()).isEqualTo(3);
        assertThat(settings.bounds().times().drainTimeout()).isEqualTo(Duration.ofMinutes(1));
        assertThat(settings.pools())
                .containsEntry("business", PoolConfig.parse("business", "fixed:threads=5"))
                .containsEntry("other", PoolConfig.parse("other", "fixed:threads=2,queue=5"));
    }

    @Test
    void load_ofAnEmptyFile_givesTheDefaults() throws IOException {
        assertThat(SettingsLoader.load(yaml("# nothing yet\n"), Map.of(), Map.of()))
                .isEqualTo(SettingsLoader.load(null, Map.of(), Map.of()));
    }

    @Test
    void load_ofAToken_takesItFromTheEnvironmentOrAFileOnly() throws IOException {
        Path file = Files.writeString(directory.resolve("token"), "token-in-the-file\nnot this\n");
        Map<String, String> port = Map.of("admin.port", "0");

        assertThat(SettingsLoader.load(null, Map.of("MULTIPOOL_ADMIN_TOKEN", "token-of-the-environment"), port)
                        .operation()
                        .admin())
                .hasValue(new AdminSettings("127.0.0.1", 0, "token-of-the-environment", true, false));
        assertThat(SettingsLoader.load(null, Map.of(), Map.of("admin.port", "0", "admin.token-file", file.toString()))
                        .operation()
                        .admin())
                .hasValue(new AdminSettings("127.0.0.1", 0, "token-in-the-file", true, false));
        assertRefused(
                null,
                Map.of(),
                Map.of("admin.port", "0", "admin.token", "token-that-all-can-see"),
                "admin.token: from the command line (expected: from MULTIPOOL_ADMIN_TOKEN, or a file named by"
                        + " admin.token-file)");
    }

    @Test
    void load_ofRedisPasswords_takesThemFromTheEnvironmentOrFilesOnly_andShowsNone() throws IOException {
        Path file = Files.writeString(directory.resolve("password"), "secret-in-the-file\nnot this\n");
        Map<String, String> flags = Map.of(
                "redis.source", "redis-sentinel://one,two#users",
                "redis.user", "reader",
                "redis.password-file", file.toString());

        ServerSettings settings =
                SettingsLoader.load(null, Map.of("MULTIPOOL_REDIS_SENTINEL_PASSWORD", "secret-of-sentinels"), flags);

        assertThat(settings.redis().source())
                .isEqualTo(RedisRequest.given(RedisTarget.builder(URI.create("redis-sentinel://one,two#users"))
                        .login("reader", "secret-in-the-file")
                        .sentinelPassword("secret-of-sentinels")
                        .build()));
        assertThat(settings.toString()).contains("redis-sentinel://one").doesNotContain("secret-");
        assertRefused(
                null,
                Map.of(),
                Map.of("redis.password", "secret-that-all-can-see"),
                "redis.password: from the command line (expected: from MULTIPOOL_REDIS_PASSWORD, or a file named by"
                        + " redis.password-file)");
        assertRefused(
                null,
                Map.of("MULTIPOOL_REDIS", "redis://u:pw@host", "MULTIPOOL_REDIS_PASSWORD", "other"),
                Map.of(),
                "redis.password: given twice (expected: in the URI or by itself)");
        assertRefused(
                null,
                Map.of(),
                Map.of("redis.source", "redis://host", "redis.user", "reader"),
                "redis.user: reader (expected: a password too)");
    }

    @Test
    void load_ofNothing_opensNoAdminPort() {
        assertThat(SettingsLoader.load(null, Map.of(), Map.of()).operation().admin())
                .isEmpty();
    }

    @Test
    void effective_hasEverySettingWithItsOrigin_andNoSecret() throws IOException {
        Path file = yaml("server:\n  port: 1001\n");
        Map<String, String> environment =
                Map.of("MULTIPOOL_ADMIN_TOKEN", "token-of-the-environment", "MULTIPOOL_REDIS", "redis://u:pw@host");

        assertThat(SettingsLoader.load(file, environment, Map.of("pools.other", "fixed:threads=2"))
                        .effective())
                .contains(
                        new EffectiveSetting("server.port", "1001", file.toString()),
                        new EffectiveSetting("admin.token", "***", "MULTIPOOL_ADMIN_TOKEN"),
                        new EffectiveSetting("redis.source", "redis://***@host", "MULTIPOOL_REDIS"),
                        new EffectiveSetting("server.dark-mode", "false", "the default"),
                        new EffectiveSetting("pools.business", "fixed:threads=16,queue=1000", "the default"),
                        new EffectiveSetting("pools.other", "fixed:threads=2", "the command line"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "admin.port            | x      | admin.port: \"x\" from the command line (expected: none, or 0 to 65535)",
                "server.port           | 70000  | server.port: \"70000\" from the command line (expected: 0 to 65535)",
                "server.port           | eight  | server.port: \"eight\" from the command line (expected: 0 to 65535)",
                "server.drain-timeout  | 5      | server.drain-timeout: \"5\" from the command line (expected: 0ms to"
                        + " 10080m, such as 500ms, 5s or 1m)",
                "server.drain-timeout  | 999999999m | server.drain-timeout: \"999999999m\" from the command line (expected:"
                        + " 0ms to 10080m, such as 500ms, 5s or 1m)",
                "server.idle-timeout   | 999999999m | server.idle-timeout: \"999999999m\" from the command line (expected:"
                        + " 10ms to 10080m, such as 500ms, 5s or 1m)",
                "server.first-call-timeout | 0s | server.first-call-timeout: \"0s\" from the command line (expected: 10ms"
                        + " to 10080m, such as 500ms, 5s or 1m)",
                "redis.connect-timeout | 999999999s | redis.connect-timeout: \"999999999s\" from the command line"
                        + " (expected: 1ms to 10080m, such as 500ms, 5s or 1m)",
                "server.max-unfinished-bytes | 8000000 | server.max-unfinished-bytes: 8000000 (expected: >= 8454144, for one"
                        + " frame of server.max-body-bytes: 4194304)",
                "server.default-deadline | 0ms  | server.default-deadline: \"0ms\" from the command line (expected:"
                        + " 1ms to 10080m, such as 500ms, 5s or 1m)",
                "server.default-deadline | 11m  | server.default-deadline: 660000ms (expected: <= server.max-deadline:"
                        + " 600000ms)",
                "server.max-deadline   | 1500m  | server.max-deadline: \"1500m\" from the command line (expected: 1ms to"
                        + " 1440m, such as 500ms, 5s or 1m)",
                "server.warm-up        | 2m     | server.warm-up: \"2m\" from the command line (expected: 0ms to 1m, such"
                        + " as 500ms, 5s or 1m)",
                "methods.find-user-info.execution | fast | methods.find-user-info.execution: \"fast\" from the command"
                        + " line (expected: blocking, virtual, async or direct)",
                "methods.find-user-info.pool | io | methods.find-user-info.pool: \"io\" (expected: one of"
                        + " [business, common, select])",
                "redis.source | redis://u:sec/ret@/ | redis.source: \"redis://***@/\" from the command line (expected:"
                        + " redis://HOST:PORT, redis-sentinel://HOST:PORT,HOST:PORT#MASTER or"
                        + " redis-cluster://HOST:PORT,HOST:PORT, with rediss for TLS; container, embedded or auto)",
                "redis.source | redis-cluster://one,two/1 | redis.source: \"redis-cluster://one,two/1\" from the command"
                        + " line (expected: redis://HOST:PORT, redis-sentinel://HOST:PORT,HOST:PORT#MASTER or"
                        + " redis-cluster://HOST:PORT,HOST:PORT, with rediss for TLS; container, embedded or auto)",
                "redis.password-file | /none | redis.password-file: \"/none\" can't be read: NoSuchFileException (expected:"
                        + " a readable file with the password)",
                "redis.tls-trust | /none | redis.tls-trust: /none does not exist (expected: a PEM file)",
                "redis.tls-key | /none | redis.tls-key: /none (expected: a certificate too)",
                "redis.refresh-interval | 1ms | redis.refresh-interval: \"1ms\" from the command line (expected: 100ms to"
                        + " 10080m, such as 500ms, 5s or 1m)",
                "admission.headroom    | 1      | admission.headroom: \"1\" from the command line (expected: 0 to 0.9)",
                "admission.objective   | 61m    | admission.objective: \"61m\" from the command line (expected: 1ms to"
                        + " 60m, such as 500ms, 5s or 1m)",
                "admission.max-limit   | 10     | admission.initial-limit: 20 (expected: >= admission.min-limit: 1 and"
                        + " <= admission.max-limit: 10)",
                "server.transport      | kqueue | server.transport: \"kqueue\" from the command line (expected: auto, nio,"
                        + " epoll or io_uring)",
                "server.frame-timeout  | 1ms    | server.frame-timeout: \"1ms\" from the command line (expected: 10ms to"
                        + " 10080m, such as 500ms, 5s or 1m)",
                "tls.certificate       | /a.crt | tls.certificate: /a.crt (expected: a key too)",
                "tls.trust             | /a.crt | tls.certificate: none (expected: a PEM file with the server's certificate)",
                "server.credentials-file | /none | server.credentials-file: /none can't be read (expected: a text file with"
                        + " a secret a line)",
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
                .isThrownBy(() -> SettingsLoader.load(null, Map.of(), flags))
                .withMessageStartingWith("methods.query-items: pool graph: " + chain);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "pools.select=fixed:threads=2+queue=1 | pools.select: \"fixed:threads=2,queue=1\" holds 3 tasks"
                        + " (expected: threads + queue >= 4, which methods.query-items submits at once for each item)",
                "pools.select=fixed:threads=4 methods.query-items.queries=5 | pools.select: \"fixed:threads=4\" holds 4"
                        + " tasks (expected: threads + queue >= 5, which methods.query-items submits at once for each"
                        + " item)",
                "methods.query-items.layout=io-cpu pools.cpu=fixed:threads=3 | pools.cpu: \"fixed:threads=3\" holds 3"
                        + " tasks (expected: threads + queue >= 4, which methods.query-items submits at once for each"
                        + " item)",
                "methods.query-items.layout=io-cpu pools.io=fixed:threads=1+queue=2 | pools.io:"
                        + " \"fixed:threads=1,queue=2\" holds 3 tasks (expected: threads + queue >= 4, which"
                        + " methods.query-items submits at once for each item)",
            })
    void load_ofAPoolTooSmallForASingleItem_isRefused(String settings, String message) {
        assertRefused(null, Map.of(), flags(settings), message);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "pools.select=fixed:threads=4",
                "pools.select=fixed:threads=1+queue=3",
                "pools.select=direct:threads=1",
                "pools.select=fixed:threads=4 methods.query-items.queries=9 methods.query-items.execution=async",
                "pools.select=fixed:threads=1 methods.query-items.execution=direct",
                "pools.io=fixed:threads=1 methods.query-items.layout=io-cpu methods.query-items.execution=async",
            })
    void load_ofAPoolThatHoldsASingleItem_isAccepted(String settings) {
        assertThat(SettingsLoader.load(null, Map.of(), flags(settings)).pools()).isNotEmpty();
    }

    private static Map<String, String> flags(String settings) {
        Map<String, String> flags = new HashMap<>();
        for (String setting : settings.split(" ", -1)) {
            String[] keyAndValue = setting.split("=", 2);
            flags.put(keyAndValue[0], keyAndValue[1].replace('+', ','));
        }
        return flags;
    }

    @Test
    void load_ofAnAsyncQueryItems_mayUseOnePoolForAll() {
        Map<String, String> flags = Map.of(
                "methods.query-items.execution", "async",
                "methods.query-items.common-pool", "select");

        assertThat(SettingsLoader.load(null, Map.of(), flags).poolPlan().waits())
                .isEmpty();
    }

    @Test
    void load_ofAnIsolatedMock_hasItsThreadsAndTimeout() {
        Map<String, String> flags = Map.of("methods.mock-delay.isolation", "threads:10,timeout=1s");

        assertThat(SettingsLoader.load(null, Map.of(), flags).service().mock().isolation())
                .contains(new IsolationSettings(10, Duration.ofSeconds(1)));
        assertThat(SettingsLoader.load(null, Map.of(), Map.of())
                        .service()
                        .mock()
                        .isolation())
                .isEmpty();
    }

    @Test
    void load_ofAMockThatCannotBeIsolated_isRefused() {
        assertRefused(
                null,
                Map.of(),
                Map.of("methods.mock-delay.isolation", "threads:0,timeout=1s"),
                "methods.mock-delay.isolation: \"threads:0,timeout=1s\" from the command line (expected: none, or"
                        + " threads:10,timeout=1s with 1 to 1024 threads)");
        assertRefused(
                null,
                Map.of(),
                Map.of("methods.mock-delay.isolation", "threads:1,timeout=1s", "methods.mock-delay.execution", "async"),
                "methods.mock-delay.isolation: given (expected: none, since methods.mock-delay.execution is neither blocking"
                        + " nor virtual)");
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
            assertThat(SettingsLoader.load(null, Map.of(), flags).pools()).containsKey("business");
        } else {
            assertThatExceptionOfType(SettingsException.class)
                    .isThrownBy(() -> SettingsLoader.load(null, Map.of(), flags))
                    .withMessageStartingWith("pools.business: pool business: kind virtual needs JDK 21 or newer");
        }
    }

    @Test
    void load_ofAdmission_isOffUnlessEnabled_andTakesItsObjective() {
        Map<String, String> objective = Map.of("admission.objective-percentile", "99.9", "admission.objective", "5ms");
        assertThat(SettingsLoader.load(null, Map.of(), objective).bounds().admission())
                .isEmpty();

        Map<String, String> enabled = new HashMap<>(objective);
        enabled.put("admission.enabled", "true");
        assertThat(SettingsLoader.load(null, Map.of(), enabled).bounds().admission())
                .hasValue(AdmissionSettings.builder()
                        .objective(new AdmissionObjective(99.9, Duration.ofMillis(5)))
                        .minSamples(1000)
                        .build());
    }

    @Test
    void load_ofDelaysAndCpuTimes_readsThem() {
        ServerSettings settings = SettingsLoader.load(
                null,
                Map.of(),
                Map.of("mock.delay", "lognormal:5ms,cv=0.3", "methods.query-items.convert-cpu", "20us"));

        assertThat(settings.service().mock().delay())
                .isEqualTo(new DelayDistribution(DelayDistribution.Shape.LOGNORMAL, Duration.ofMillis(5), 0.3));
        assertThat(settings.service().queryItems().convertCpu()).isEqualTo(Duration.ofNanos(20_000));
        assertThat(settings.service().queryItems().mergeCpu()).isZero();
        assertRefused(
                null,
                Map.of(),
                Map.of("mock.delay", "lognormal:5ms"),
                "mock.delay: \"lognormal:5ms\" from the command line (expected: none, constant:5ms, exponential:5ms or"
                        + " lognormal:5ms,cv=0.3)");
    }

    @Test
    void load_ofTheWeightOfFindUserInfo_readsItAndIsNothingByDefault() {
        ServerSettings light = SettingsLoader.load(null, Map.of(), Map.of());
        ServerSettings heavy = SettingsLoader.load(
                null,
                Map.of(),
                Map.of(
                        "methods.find-user-info.cpu",
                        "590us",
                        "methods.find-user-info.wait",
                        "lognormal:2500us,cv=0.3"));

        assertThat(light.service().findUserInfo())
                .isEqualTo(new FindUserInfoSettings(Duration.ZERO, DelayDistribution.NONE));
        assertThat(heavy.service().findUserInfo())
                .isEqualTo(new FindUserInfoSettings(
                        Duration.ofNanos(590_000),
                        new DelayDistribution(DelayDistribution.Shape.LOGNORMAL, Duration.ofNanos(2_500_000), 0.3)));
    }

    @Test
    void load_ofAPoolThatDoesNotFit_saysWhatThePoolExpected() {
        assertThatExceptionOfType(SettingsException.class)
                .isThrownBy(() -> SettingsLoader.load(null, Map.of(), Map.of("pools.business", "fixed:threads=0")))
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

    @ParameterizedTest
    @ValueSource(
            strings = {
                "server: &a\n  more: *a\n",
                "server:\n  port: 1\nx: &a\n  y: &b\n    z: *a\n",
                "{a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: 1}}}}}}}}}}}}}}}}}"
            })
    void load_ofAFileWithoutAnEnd_saysSo(String text) throws IOException {
        Path file = yaml(text);

        assertThatExceptionOfType(SettingsException.class)
                .isThrownBy(() -> SettingsLoader.load(file, Map.of(), Map.of()))
                .withMessageStartingWith("configuration file " + file + ": deeper than 16 levels, or a part of itself");
    }

    @ParameterizedTest
    @ValueSource(strings = {"[", "{a: ", "- "})
    void load_ofAVeryDeepFile_endsInOneLine(String level) throws IOException {
        Path file = yaml(level.repeat(100_000));

        assertThatExceptionOfType(SettingsException.class)
                .isThrownBy(() -> SettingsLoader.load(file, Map.of(), Map.of()))
                .withMessageStartingWith("configuration file " + file)
                .satisfies(e -> assertThat(e).message().hasLineCount(1));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'server.port: 1\nserver:\n  port: 2\n'   | server.port      | server.port      | server: port",
                "'server:\n  port: 2\nserver.port: 2\n'   | server.port      | server: port     | server.port",
                "'pools.a: fixed:threads=1\npools: {a: fixed:threads=2}\n' | pools.a | pools.a | pools: a"
            })
    void load_ofAKeyInTwoForms_namesBoth(String text, String key, String one, String other) throws IOException {
        Path file = yaml(text);

        assertRefused(
                file,
                Map.of(),
                Map.of(),
                key + ": given twice in " + file + ", as \"" + one + "\" and as \"" + other + "\" (expected: once)");
    }

    @Test
    void load_withALogLevelInTheEnvironment_takesALevelOnly() {
        assertThat(SettingsLoader.load(null, Map.of("MULTIPOOL_LOG_LEVEL", "debug"), Map.of()))
                .isEqualTo(SettingsLoader.load(null, Map.of(), Map.of()));
        assertRefused(
                null,
                Map.of("MULTIPOOL_LOG_LEVEL", "LOUD"),
                Map.of(),
                "MULTIPOOL_LOG_LEVEL: \"LOUD\" (expected: one of [TRACE, DEBUG, INFO, WARN, ERROR, OFF])");
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
                .isThrownBy(() -> SettingsLoader.load(file, Map.of(), Map.of()))
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
        String help = SettingsHelp.describeAll();

        assertThat(SettingsSchema.all())
                .allSatisfy(setting -> assertThat(help).contains(setting.key(), setting.environmentName()));
    }

    private static void assertRefused(
            @Nullable Path file, Map<String, String> environment, Map<String, String> flags, String message) {
        assertThatExceptionOfType(SettingsException.class)
                .isThrownBy(() -> SettingsLoader.load(file, environment, flags))
                .withMessage(message);
    }

    private Path yaml(String text) throws IOException {
        return Files.writeString(directory.resolve("server.yaml"), text);
    }
}
