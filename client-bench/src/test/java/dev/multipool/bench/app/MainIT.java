package dev.multipool.bench.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.multipool.bench.grpc.ScriptedGrpcServer;
import dev.multipool.bench.grpc.ScriptedGrpcServer.Reflecting;
import dev.multipool.bench.http.ScriptedHttp2Server;
import dev.multipool.bench.report.IntervalCsv;
import dev.multipool.bench.report.LogMerge;
import dev.multipool.bench.result.Fault;
import dev.multipool.bench.result.InvalidReason;
import dev.multipool.bench.result.LoadResult;
import dev.multipool.bench.result.LoadResultJson;
import dev.multipool.bench.result.LoadResultSchema;
import dev.multipool.bench.result.StepResult;
import dev.multipool.rpc.client.ScriptedRpcServer;
import dev.multipool.rpc.client.ScriptedRpcServer.Step;
import dev.multipool.rpc.protocol.tls.Tls;
import dev.multipool.rpc.protocol.tls.TlsFiles;
import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

@Execution(ExecutionMode.CONCURRENT)
class MainIT {
    @TempDir
    private Path directory = Path.of("");

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    /** The first run of a JVM loads classes for longer than the short windows here last. */
    @BeforeAll
    static void warmTheJvmUp() {
        try (ScriptedRpcServer server = answeringAfter(2)) {
            PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
            Main.run(nowhere, nowhere, "run", "--target=127.0.0.1:" + server.port(), "--warmup=0s", "--duration=1s");
        }
    }

    @Test
    void run_printsTheResultAndWritesItAsJson() throws Exception {
        Path json = directory.resolve("result.json");
        try (ScriptedRpcServer server = answeringAfter(2)) {
            int exitCode = bench(
                    "run",
                    "--target=127.0.0.1:" + server.port(),
                    "--users=4",
                    "--connections=2",
                    "--warmup=200ms",
                    "--duration=2s",
                    "--timeout=20s",
                    "--json=" + json);

            assertThat(exitCode).isZero();
        }

        LoadResultSchema.assertFits(Files.readString(json));
        LoadResult result = LoadResultJson.read(json);
        assertThat(result.noise().raw().calls()).isPositive();
        assertThat(result.setup().plan().timing().duration()).isEqualTo(Duration.ofSeconds(2));
        assertThat(out.toString()).contains("throughput", "TPS", "p99", "errors         none");
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void run_writesEveryKindOfOutput_andAllTellTheSame() throws Exception {
        Path json = directory.resolve("result.json");
        Path csv = directory.resolve("deep").resolve("seconds.csv");
        Path hlog = directory.resolve("run.hlog");
        Path junit = directory.resolve("TEST-load.xml");
        Path mergedJson = directory.resolve("merged.json");
        try (ScriptedRpcServer server = answeringAfter(2)) {
            int exitCode = bench(
                    "run",
                    "--target=127.0.0.1:" + server.port(),
                    "--rate=200",
                    "--connections=2",
                    "--warmup=0s",
                    "--duration=2s",
                    "--timeout=20s",
                    "--objective=tp50<1000ms",
                    "--json=" + json,
                    "--csv=" + csv,
                    "--hlog=" + hlog,
                    "--junit=" + junit);

            // a machine that was shared may make the run one that says nothing
            assertThat(exitCode).as(err.toString()).isIn(0, ExitCodes.INVALID);
        }

        LoadResult result = LoadResultJson.read(json);
        List<String> rows = Files.readAllLines(csv);
        assertThat(rows.get(0)).isEqualTo(IntervalCsv.COLUMNS);
        assertThat(rows.get(rows.size() - 1))
                .startsWith("summary,0.000,")
                .contains("," + result.counts().calls() + ",");
        assertThat(rows.stream()
                        .filter(row -> row.startsWith("second,"))
                        .mapToLong(row -> Long.parseLong(row.split(",", -1)[3]))
                        .sum())
                .isEqualTo(result.noise().raw().calls());
        assertThat(Files.readString(junit)).contains("<testcase ", "tp50&lt;1000ms: open loop: 200.0 calls/s");

        assertThat(bench("merge", hlog.toString(), "--json=" + mergedJson)).isZero();

        LoadResultSchema.assertFitsMergedLog(Files.readString(mergedJson));
        JsonNode merged = new ObjectMapper().readTree(mergedJson.toFile());
        JsonNode corrected = merged.get("parts").get(0);
        assertThat(corrected.get("tag").asText()).isEqualTo("corrected");
        assertThat(corrected.get("values").asLong())
                .isEqualTo(result.noise().raw().calls());
        assertThat(corrected.get("times").get("p99Millis").asDouble())
                .isEqualTo(result.noise().raw().responseTime().p99Millis());
        JsonNode raw = merged.get("parts").get(1);
        assertThat(raw.get("tag").asText()).isEqualTo("raw");
        assertThat(raw.get("values").asLong()).isEqualTo(result.noise().raw().calls());
    }

    @Test
    void run_anOutputThatCannotBeWritten_isExitCode2BeforeTheRun() throws Exception {
        Path file = Files.writeString(directory.resolve("file"), "");

        assertThat(bench("run", "--target=127.0.0.1:8000", "--csv=" + directory))
                .isEqualTo(2);
        assertThat(bench("run", "--target=127.0.0.1:8000", "--hlog=" + file.resolve("below.hlog")))
                .isEqualTo(2);
        assertThat(bench("run", "--target=127.0.0.1:8000", "--csv=" + file, "--json=" + file))
                .isEqualTo(2);
        assertThat(bench("run", "--target=127.0.0.1:8000", "--junit=" + file)).isEqualTo(2);
        assertThat(err.toString())
                .contains(
                        "--csv: " + directory + " is a directory (expected: a file)",
                        "--hlog: " + file.resolve("below.hlog") + " (expected: a file in a directory that can be made)",
                        "--json and --csv: " + file + " (expected: a file of its own for each)",
                        "--junit (expected: together with --objective, its test case)");
    }

    @Test
    void merge_whatIsNoLog_isOneLineAndExitCode1() throws Exception {
        Path file = Files.writeString(directory.resolve("no.hlog"), "hello\n");

        assertThat(bench("merge", file.toString())).isEqualTo(1);
        assertThat(err.toString().lines()).hasSize(1).allMatch(line -> line.contains("line 1 is no interval"));
        assertThat(bench("merge", file.toString(), file.toString())).isEqualTo(2);
        assertThat(bench("merge", file.toString(), "--hlog=" + file)).isEqualTo(2);
        assertThat(bench("merge")).isEqualTo(2);
        assertThat(err.toString())
                .contains(
                        "is named twice (expected: each log once)",
                        "--hlog: " + file + " is one of the logs (expected: another file)");
    }

    /** As Ctrl-C does: both end the JVM in order. */
    @Test
    void run_terminated_leavesWhatWasMeasuredInEveryOutput() throws Exception {
        Path json = directory.resolve("result.json");
        Path csv = directory.resolve("seconds.csv");
        Path hlog = directory.resolve("run.hlog");
        Path junit = directory.resolve("TEST-load.xml");
        Path console = directory.resolve("console.txt");
        try (ScriptedRpcServer server = answeringAfter(2)) {
            Process process = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-XX:TieredStopAtLevel=1",
                            "-cp",
                            System.getProperty("java.class.path"),
                            Main.class.getName(),
                            "run",
                            "--target=127.0.0.1:" + server.port(),
                            "--rate=100",
                            "--connections=1",
                            "--warmup=0s",
                            "--duration=10m",
                            "--objective=tp99<10ms",
                            "--json=" + json,
                            "--csv=" + csv,
                            "--hlog=" + hlog,
                            "--junit=" + junit)
                    .redirectErrorStream(true)
                    .redirectOutput(console.toFile())
                    .start();
            while (server.requestCount() < 150 && process.isAlive()) {
                Thread.sleep(10);
            }

            process.destroy();

            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        }
        assertThat(Files.readString(console))
                .contains("throughput", "stopped early", "objective      tp99<10ms: invalid");
        LoadResult result = LoadResultJson.read(json);
        assertThat(result.invalidReasons()).extracting(InvalidReason::fault).contains(Fault.STOPPED_EARLY);
        assertThat(Files.readString(csv)).contains("\nsecond,0.000,", "\nsummary,");
        assertThat(Files.readString(junit)).contains("<error type=\"invalid\"");
        LogMerge logs = new LogMerge();
        logs.add(hlog);
        assertThat(logs.result().parts().get(0).values())
                .isEqualTo(result.noise().raw().calls());
    }

    @Test
    void run_withAStallLog_takesAllOptionsOfCleanTime() throws Exception {
        Path json = directory.resolve("result.json");
        Path stalls = Files.writeString(directory.resolve("stalls"), "");
        // so few calls that whether they are steady is not the machine's affair
        try (ScriptedRpcServer server = answeringAfter(50)) {
            int exitCode = bench(
                    "run",
                    "--target=127.0.0.1:" + server.port(),
                    "--users=2",
                    "--connections=2",
                    "--warmup=0s",
                    "--duration=500ms",
                    "--longest-duration=20s",
                    "--stall-log=" + stalls,
                    "--watched-cpus=0",
                    "--timeout=20s",
                    "--json=" + json);

            assertThat(exitCode).as(err.toString()).isZero();
        }

        LoadResult result = LoadResultJson.read(json);
        assertThat(result.setup().plan().timing().longest()).isEqualTo(Duration.ofSeconds(20));
        assertThat(result.counts().measuredSeconds()).isBetween(0.5, 20.0);
    }

    @Test
    void run_aLoadThatChanges_isNotExtended() {
        int exitCode = bench(
                "run", "--target=127.0.0.1:8000", "--users=4", "--ramp-to=8", "--duration=2s", "--longest-duration=4s");

        assertThat(exitCode).isEqualTo(2);
        assertThat(err.toString())
                .startsWith(
                        "longest: PT4S (expected: the duration: PT2S, as the load changes and ends with its steps)");
    }

    @Test
    void run_aStaircase_showsEachStep() throws Exception {
        Path json = directory.resolve("result.json");
        try (ScriptedRpcServer server = answeringAfter(2)) {
            int exitCode = bench(
                    "run",
                    "--target=127.0.0.1:" + server.port(),
                    "--users=2",
                    "--step-by=2",
                    "--step-to=5",
                    "--step-length=2s",
                    "--connections=2",
                    "--warmup=0s",
                    "--timeout=20s",
                    "--json=" + json);

            assertThat(exitCode).isZero();
        }

        LoadResultSchema.assertFits(Files.readString(json));
        LoadResult result = LoadResultJson.read(json);
        assertThat(result.schedule().steps()).extracting(StepResult::fromLevel).containsExactly(2.0, 4.0, 5.0);
        assertThat(result.schedule().steps()).allMatch(step -> step.calls() > 0 && step.seconds() == 2);
        assertThat(result.schedule().steps().stream()
                        .mapToLong(StepResult::calls)
                        .sum())
                .isEqualTo(result.noise().raw().calls());
        assertThat(result.noise().raw().seconds()).isEqualTo(6);
        assertThat(out.toString()).contains("closed loop: 2 to 5 in 3 steps, users", "4 users:");
    }

    @Test
    void run_aStaircaseWithADuration_isExitCode2() {
        assertThat(bench(
                        "run",
                        "--target=127.0.0.1:8000",
                        "--duration=5s",
                        "--step-to=9",
                        "--step-by=1",
                        "--step-length=1s"))
                .isEqualTo(2);
        assertThat(bench("run", "--target=127.0.0.1:8000", "--spike-to=9")).isEqualTo(2);
        assertThat(err.toString())
                .contains(
                        "--duration (expected: not together with --step-to",
                        "--spike-to (expected: together with --spike-length)");
    }

    @Test
    void run_thatMissesItsObjective_isExitCode3_andSaysWhy() throws Exception {
        try (ScriptedRpcServer server = answeringAfter(2)) {
            server.always(Step.after(Duration.ofMillis(50), Step.answer()));

            int exitCode = bench(
                    "run",
                    "--target=127.0.0.1:" + server.port(),
                    "--users=4",
                    "--connections=2",
                    "--warmup=0s",
                    "--duration=1s",
                    "--timeout=20s",
                    "--objective=tp50<20ms");

            // a machine that was shared may make the run one that says nothing
            assertThat(exitCode).isIn(ExitCodes.MISSED, ExitCodes.INVALID);
        }
        assertThat(out.toString()).contains("objective      tp50<20ms: ");
    }

    /** The server's one thread answers 5 ms after the request; from 9 requests in flight on it takes 100 ms. */
    @Test
    void search_findsTheBoundary_andWritesItAsJson() throws Exception {
        Path json = directory.resolve("search.json");
        Path csv = directory.resolve("search.csv");
        Path hlog = directory.resolve("search.hlog");
        Path junit = directory.resolve("search.xml");
        try (ScriptedRpcServer server = ScriptedRpcServer.start().forgetRequests()) {
            AtomicInteger inFlight = new AtomicInteger();
            server.choose(() -> {
                Duration time = Duration.ofMillis(inFlight.incrementAndGet() <= 8 ? 5 : 100);
                Step answer = exchange -> {
                    inFlight.decrementAndGet();
                    Step.answer().play(exchange);
                };
                return Step.after(time, answer);
            });
            String[] search = {
                "search",
                "--objective=tp90<75ms",
                "--target=127.0.0.1:" + server.port(),
                "--users=4",
                "--connections=2",
                "--warmup=100ms",
                "--duration=400ms",
                "--precision=1",
                "--timeout=20s",
                "--max-time=5m",
                "--json=" + json,
                "--csv=" + csv,
                "--hlog=" + hlog,
                "--junit=" + junit
            };

            int exitCode = bench(search);
            // a machine that was shared may let no window of a whole search count
            for (int more = 0; more < 10 && exitCode == ExitCodes.MISSED; more++) {
                exitCode = bench(search);
            }

            assertThat(exitCode).as(err.toString()).isZero();
        }

        JsonNode result = new ObjectMapper().readTree(json.toFile());
        assertThat(result.get("objective").asText()).isEqualTo("tp90<75ms");
        // how far it comes is the machine's affair, too; the search itself is LoadSearchTest's
        assertThat(result.get("lastPass").asDouble()).isGreaterThanOrEqualTo(2);
        assertThat(result.get("trials")).hasSizeGreaterThanOrEqualTo(3);
        assertThat(out.toString()).contains("last pass", "first fail", "search         ");
        assertThat(csv).content().hasLineCount(1 + result.get("trials").size());
        assertThat(hlog).content().contains("Tag=raw,", "Tag=corrected,");
        assertThat(junit).content().contains("classname=\"multipool-bench.search\"", "failures=\"0\"");
    }

    @Test
    void search_aFirstLevelBelowTheConnections_isExitCode2() {
        assertThat(bench("search", "--target=127.0.0.1:8000", "--objective=tp99<10ms", "--users=2"))
                .isEqualTo(2);
        assertThat(bench("search", "--target=127.0.0.1:8000", "--objective=tp99=10ms"))
                .isEqualTo(2);
        assertThat(err.toString()).contains("users: 2 (expected: >= connections: 4)", "such as tp99<10ms");
    }

    @Test
    void run_nobodyListens_isOneLineAndExitCode1() {
        ScriptedRpcServer gone = ScriptedRpcServer.start();
        gone.close();

        int exitCode = bench("run", "--target=127.0.0.1:" + gone.port());

        assertThat(exitCode).isEqualTo(1);
        assertThat(err.toString())
                .isEqualToIgnoringNewLines("cannot connect to 127.0.0.1:" + gone.port() + ": Connection refused");
    }

    @Test
    void run_badDuration_isExitCode2() {
        int exitCode = bench("run", "--target=127.0.0.1:8000", "--duration=5");

        assertThat(exitCode).isEqualTo(2);
        assertThat(err.toString())
                .contains("--duration", "'5' (expected: a whole number and a unit, such as 500ms, 5s or 1m)");
    }

    @Test
    void run_planOutOfBounds_isExitCode2() {
        int exitCode = bench("run", "--target=127.0.0.1:8000", "--users=2", "--connections=4");

        assertThat(exitCode).isEqualTo(2);
        assertThat(err.toString()).startsWith("users: 2 (expected: >= connections: 4)");
    }

    @Test
    void run_ofAnOpenLoop_printsHowTheScheduleWasKept() throws Exception {
        Path json = directory.resolve("result.json");
        try (ScriptedRpcServer server = answeringAfter(2)) {
            int exitCode = bench(
                    "run",
                    "--target=127.0.0.1:" + server.port(),
                    "--rate=500",
                    "--arrivals=poisson",
                    "--connections=2",
                    "--keys=zipf:1.1",
                    "--mix=find-user-info=70,query-items=0",
                    "--warmup=0s",
                    "--duration=1s",
                    "--timeout=20s",
                    "--json=" + json);

            assertThat(exitCode).isZero();
        }

        LoadResultSchema.assertFits(Files.readString(json));
        LoadResult result = LoadResultJson.read(json);
        assertThat(result.schedule().sending()).isNotNull();
        assertThat(result.times().corrected()).isNull();
        assertThat(out.toString())
                .contains("open loop: 500.0 calls/s (poisson arrivals)", "send delay", "(from the intended start)");
    }

    @Test
    void run_usersAndRate_isExitCode2AndNamesBoth() {
        int exitCode = bench("run", "--target=127.0.0.1:8000", "--users=4", "--rate=100");

        assertThat(exitCode).isEqualTo(2);
        assertThat(err.toString())
                .startsWith("--users: 4 and --rate: 100.0 (expected: one of them; users make a closed loop, a rate"
                        + " makes an open loop)");
    }

    @Test
    void run_anOptionOfTheOtherLoop_isExitCode2() {
        assertThat(bench("run", "--target=127.0.0.1:8000", "--max-in-flight=4")).isEqualTo(2);
        assertThat(bench("run", "--target=127.0.0.1:8000", "--rate=4", "--think-time=1s"))
                .isEqualTo(2);
        assertThat(err.toString())
                .contains(
                        "--max-in-flight (expected: together with --rate",
                        "--think-time (expected: together with --users");
    }

    @Test
    void run_anUnknownCallInTheMix_isExitCode2() {
        assertThat(bench("run", "--target=127.0.0.1:8000", "--mix=find-users=1"))
                .isEqualTo(2);
        assertThat(err.toString()).contains("'find-users' (expected: find-user-info, query-items or mock-delay");
    }

    @Test
    void run_withoutTarget_isExitCode2() {
        assertThat(bench("run")).isEqualTo(2);
        assertThat(err.toString()).contains("--target");
    }

    @Test
    void noCommand_isExitCode2() {
        assertThat(bench()).isEqualTo(2);
    }

    @Test
    void help_namesEveryOption() {
        assertThat(bench("run", "--help")).isZero();
        assertThat(out.toString())
                .contains("--target", "--users", "--connections", "--warmup", "--duration", "--timeout")
                .contains(
                        "--max-user-id",
                        "--seed",
                        "--server-pid",
                        "--event-loops",
                        "--json",
                        "--csv",
                        "--hlog",
                        "--junit",
                        "--reject-backoff",
                        "--also-pid",
                        "--rate",
                        "--arrivals",
                        "--max-in-flight",
                        "--think-time",
                        "--mix",
                        "--items",
                        "--max-item-id",
                        "--keys",
                        "--step-to",
                        "--ramp-to",
                        "--spike-length")
                .doesNotContain("Target[");
    }

    @Test
    void run_overMutualTlsWithACredential_isAnswered() throws Exception {
        X509Bundle root = new CertificateBuilder()
                .subject("CN=root")
                .setIsCertificateAuthority(true)
                .ecp256()
                .buildSelfSigned();
        Path trust = Files.writeString(directory.resolve("root.crt"), root.getCertificatePEM());
        TlsFiles serverFiles = issue(root, "server", trust);
        TlsFiles clientFiles = issue(root, "client", trust);
        Path credential = Files.writeString(directory.resolve("credential"), "let me in\n");
        try (ScriptedRpcServer server = ScriptedRpcServer.start(Tls.server(serverFiles))) {
            String[] plain = {
                "run",
                "--target=127.0.0.1:" + server.port(),
                "--transport=nio",
                "--users=2",
                "--connections=2",
                "--warmup=0s",
                "--duration=1s",
                "--timeout=20s",
                "--credential-file=" + credential
            };

            int exitCode = bench(append(
                    plain,
                    "--tls-trust=" + trust,
                    "--tls-certificate=" + clientFiles.certificate(),
                    "--tls-key=" + clientFiles.key()));

            assertThat(exitCode).as(err.toString()).isZero();
            assertThat(out.toString()).contains("errors         none");
            assertThat(server.requests().stream()
                            .filter(meta ->
                                    meta.getAuthenticationData().toStringUtf8().equals("let me in")))
                    .as("the first call of each connection brings the credential")
                    .hasSize(2);

            assertThat(bench(append(plain, "--tls-trust=" + clientFiles.certificate())))
                    .as("who does not trust the server does not call it")
                    .isEqualTo(1);
            assertThat(err.toString()).contains("cannot connect to 127.0.0.1:" + server.port() + ": TLS: ");
        }
    }

    @Test
    void optionsOfTheOtherProtocol_areRefused() {
        String http = "--http=GET http://127.0.0.1:1/";

        assertThat(bench("run", http, "--tls-trust=ca.pem")).isEqualTo(2);
        assertThat(bench("run", http, "--mix=query-items=1")).isEqualTo(2);
        assertThat(bench("run", http, "--target=127.0.0.1:1")).isEqualTo(2);
        assertThat(bench("run", "--target=127.0.0.1:1", "--value=id=1..3")).isEqualTo(2);
        assertThat(bench("run", http, "--header=X-Name: a", "--header=x-name: b"))
                .isEqualTo(2);
        assertThat(bench("run", "--grpc=127.0.0.1:1/shop.Shop/Find", "--no-keep-alive"))
                .isEqualTo(2);
        assertThat(bench("run", "--grpc=127.0.0.1:1/shop.Shop/Find", http)).isEqualTo(2);
        assertThat(bench("run", "--baidu-std=127.0.0.1:1/shop.Shop/Find", "--header=a: b"))
                .isEqualTo(2);
        assertThat(bench("run", "--baidu-std=127.0.0.1:1/shop.Shop/Find")).isEqualTo(2);
        assertThat(bench("run", "--grpc=127.0.0.1:1/shop.Shop")).isEqualTo(2);
        assertThat(bench("run", "--grpc=127.0.0.1:{port}/shop.Shop/Find")).isEqualTo(2);
        assertThat(bench("run", "--grpc=127.0.0.1:1/shop.Shop/Find", "--http-version=2"))
                .isEqualTo(2);
        assertThat(bench("run", http, "--http-version=3")).isEqualTo(2);
        assertThat(bench("run", http, "--http-version=2", "--no-keep-alive")).isEqualTo(2);
        assertThat(bench("run", http, "--http-version=2", "--header=Upgrade: h2c"))
                .isEqualTo(2);
        assertThat(bench("run", http, "--connections=2")).isEqualTo(2);
        assertThat(err.toString())
                .contains("--tls-trust (expected: not with --http, only with --target, --baidu-std)")
                .contains("--value (expected: not with --target, only with --http, --grpc, --baidu-std)")
                .contains("--target, --http, --grpc, --baidu-std: several (expected: one of them)")
                .contains("--no-keep-alive (expected: not with --grpc, only with --http)")
                .contains("--header (expected: not with --baidu-std, only with --http, --grpc)")
                .contains("descriptors: none (expected: a file of them, as baidu_std has no reflection)")
                .contains("(expected: HOST:PORT/package.Service/Method, such as 127.0.0.1:8080/shop.Shop/Find)")
                .contains("(expected: a number as port)")
                .contains("--http-version (expected: not with --grpc, only with --http)")
                .contains("'3' (expected: 1.1 or 2)")
                .contains("--no-keep-alive (expected: not with --http-version 2, as many calls share a connection)")
                .contains("header: Upgrade (expected: none by HTTP/2)")
                .contains("connections: 2 (expected: as many as users at a time: 24, as an HTTP/1.1 connection");
    }

    @Test
    void run_ofHttp2_sharesConnections() throws Exception {
        Path json = directory.resolve("result.json");
        try (ScriptedHttp2Server server = ScriptedHttp2Server.start(request -> request.answer(200, "ok"))) {
            String[] options = {
                "run",
                "--http=GET http://127.0.0.1:" + server.port() + "/{id}",
                "--http-version=2",
                "--value=id=7..9",
                "--users=6",
                "--warmup=0s",
                "--duration=1s",
                "--timeout=20s",
                "--json=" + json
            };

            assertThat(bench(options)).as(err.toString()).isZero();
            assertThat(out.toString()).contains("errors         none");
            assertThat(server.connections()).isEqualTo(4);
            LoadResultSchema.assertFits(Files.readString(json));
        }
    }

    @Test
    void run_ofAMethodOfGrpc_asksTheServerWhatItIs() throws Exception {
        Path json = directory.resolve("result.json");
        try (ScriptedGrpcServer server = ScriptedGrpcServer.start(ScriptedGrpcServer.echo(), Reflecting.V1)) {
            String[] options = {
                "run",
                "--grpc=127.0.0.1:" + server.port() + "/shop.Shop/Find",
                "--body={\"id\": {id}}",
                "--value=id=7..7",
                "--header=x-name: a",
                "--expect-json=/id=7",
                "--users=4",
                "--connections=2",
                "--warmup=0s",
                "--duration=1s",
                "--timeout=20s",
                "--json=" + json
            };

            assertThat(bench(options)).as(err.toString()).isZero();
            assertThat(out.toString()).contains("run            shop.Shop/Find at 127.0.0.1:", "errors         none");
            LoadResultSchema.assertFits(Files.readString(json));

            err.getBuffer().setLength(0);
            assertThat(bench("run", options[1], "--body={\"idd\": 7}")).isEqualTo(1);
            assertThat(err.toString()).startsWith("body: no shop.FindRequest: ").hasLineCount(1);
        }
        try (ScriptedGrpcServer server = ScriptedGrpcServer.start(ScriptedGrpcServer.echo())) {
            err.getBuffer().setLength(0);

            assertThat(bench("run", "--grpc=127.0.0.1:" + server.port() + "/shop.Shop/Find"))
                    .isEqualTo(1);
            assertThat(err.toString())
                    .isEqualToIgnoringNewLines("reflection: UNIMPLEMENTED (expected: a server with gRPC's reflection"
                            + " service, or a file of descriptors)");
        }
    }

    @Test
    void run_withConnectionOptionsThatDoNotFit_isExitCode2() {
        assertThat(bench("run", "--target=127.0.0.1:8000", "--tls-key=a.key")).isEqualTo(2);
        assertThat(bench("run", "--target=127.0.0.1:8000", "--credential-file=/none"))
                .isEqualTo(2);
        assertThat(bench("run", "--target=127.0.0.1:8000", "--transport=carrier-pigeon"))
                .isEqualTo(2);
        assertThat(err.toString())
                .contains("key: a.key (expected: a certificate too)")
                .contains("--credential-file: /none can't be read (expected:")
                .contains("carrier-pigeon (expected: auto, nio, epoll or io_uring)");
    }

    /** One that answers at once would keep the cores busy, which the tests share. */
    private static ScriptedRpcServer answeringAfter(int millis) {
        ScriptedRpcServer server = ScriptedRpcServer.start().forgetRequests();
        server.always(Step.after(Duration.ofMillis(millis), Step.answer()));
        return server;
    }

    private TlsFiles issue(X509Bundle root, String name, Path trust) throws Exception {
        X509Bundle issued = new CertificateBuilder()
                .subject("CN=" + name)
                .addSanIpAddress("127.0.0.1")
                .ecp256()
                .buildIssuedBy(root);
        return new TlsFiles(
                Files.writeString(directory.resolve(name + ".crt"), issued.getCertificatePEM()),
                Files.writeString(directory.resolve(name + ".key"), issued.getPrivateKeyPEM()),
                trust);
    }

    private static String[] append(String[] options, String... more) {
        return Stream.concat(Arrays.stream(options), Arrays.stream(more)).toArray(String[]::new);
    }

    private int bench(String... arguments) {
        return Main.run(new PrintWriter(out, true), new PrintWriter(err, true), arguments);
    }
}
