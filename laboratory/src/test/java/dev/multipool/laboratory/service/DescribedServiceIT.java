package dev.multipool.laboratory.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.laboratory.check.SmallService;
import dev.multipool.laboratory.description.DescriptionReader;
import dev.multipool.laboratory.description.Setting;
import java.io.BufferedReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** However a service behaves, nothing of it is left. */
class DescribedServiceIT {
    @TempDir
    Path folder;

    @Test
    void soundService_endsCleanly() throws Exception {
        DescribedService service = started("plain");

        assertThat(service.stop()).isEqualTo(new StopOutcome(false, 0, null));
        assertThat(service.isAlive()).isFalse();
    }

    @Test
    void serviceThatDies_isSeen() throws Exception {
        try (DescribedService service = started("plain")) {
            HttpRequest die = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + service.port() + "/die"))
                    .build();
            HttpClient.newHttpClient()
                    .sendAsync(die, BodyHandlers.discarding())
                    .handle((answer, failure) -> failure instanceof CompletionException)
                    .join();
            ProcessHandle.of(service.pid())
                    .ifPresent(process -> process.onExit().join());

            assertThat(service.isAlive()).isFalse();
        }
    }

    @Test
    void serviceThatHangsOnTerm_isKilled() throws Exception {
        DescribedService service = started("hang");

        StopOutcome stop = service.stop();

        assertThat(stop).isEqualTo(new StopOutcome(true, 0, null));
        assertThat(service.isAlive()).isFalse();
    }

    @Test
    void childThatKeepsThePort_isEnded() throws Exception {
        DescribedService service = started("leak");

        StopOutcome stop = service.stop();

        assertThat(stop).isEqualTo(new StopOutcome(true, 1, null));
    }

    @Test
    void loudService_leavesASmallFile() throws Exception {
        started("loud").stop();

        assertThat(Files.size(console())).isBetween(1L << 20, 3L << 20);
        assertThat(Files.readString(console())).contains("bytes left out");
    }

    @Test
    void processThatLeftItsParentAndItsEnvironment_isEnded() throws Exception {
        DescribedService service =
                startedAs("sh -c 'setsid env -i sleep 300 >/dev/null 2>&1 & exec " + java("plain") + "'");
        List<ProcessHandle> left = service.pids().stream()
                .flatMap(pid -> ProcessHandle.of(pid).stream())
                .filter(process -> process.info().command().orElse("").endsWith("sleep"))
                .toList();
        assertThat(left).hasSize(1);

        StopOutcome stop = service.stop();

        assertThat(stop.portHolder()).isNull();
        assertThat(service.pids()).isEmpty();
    }

    @Test
    void laboratoryThatIsKilled_leavesNoProcessOfTheService() throws Exception {
        Path file = folder.resolve("small.yaml");
        Files.writeString(file, yaml("sh -c 'setsid env -i sleep 300 >/dev/null 2>&1 & " + java("hang") + "'"));
        Process laboratory = new ProcessBuilder(
                        ProcessHandle.current().info().command().orElseThrow(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Laboratory.class.getName(),
                        file.toString())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        List<ProcessHandle> service = new ArrayList<>();
        try (BufferedReader told = laboratory.inputReader(StandardCharsets.UTF_8)) {
            for (String pid : told.readLine().split(" ", -1)) {
                ProcessHandle.of(Long.parseLong(pid)).ifPresent(service::add);
            }
            // the shell, the JVM and what they left
            assertThat(service).hasSize(3);
        } finally {
            laboratory.destroyForcibly();
        }

        service.forEach(process -> assertThat(process.onExit()).succeedsWithin(Duration.ofSeconds(60)));
    }

    private Path console() {
        return folder.resolve("console.log");
    }

    private static String java(String mode) {
        return "\"%s\" -XX:TieredStopAtLevel=1 -cp \"%s\" %s %s {port}"
                .formatted(
                        ProcessHandle.current().info().command().orElseThrow(),
                        System.getProperty("java.class.path"),
                        SmallService.class.getName(),
                        mode);
    }

    private static String yaml(String command) {
        return """
                service:
                  start: |-
                    %s
                  ready: {tcp: '127.0.0.1:{port}'}
                  stop-within: 2s
                knobs:
                  size: {range: 1..9, env: SMALL_ENV}
                load:
                  http: GET http://127.0.0.1:{port}/
                """.formatted(command);
    }

    private DescribedService started(String mode) throws Exception {
        return startedAs(java(mode));
    }

    private DescribedService startedAs(String command) throws Exception {
        StartOutcome<DescribedService> outcome = DescribedService.start(
                DescriptionReader.parse(folder.resolve("small.yaml"), yaml(command)), Setting.NONE, console());
        assertThat(outcome).isInstanceOf(StartOutcome.Started.class);
        return ((StartOutcome.Started<DescribedService>) outcome).service();
    }
}
