package dev.multipool.perf.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A search in the middle of which a service makes trouble with five of its settings. The search leaves these out, says why, answers
 * with the other one, and leaves nothing behind.
 */
@Tag("full")
class TroubledSearchIT {
    private static final String SERVICE = "dev.multipool.laboratory.search.TroubledService";
    private static final String GOOD = "none";
    private static final long MEBIBYTE = 1L << 20;

    private final Path directory;

    TroubledSearchIT(@TempDir Path directory) {
        this.directory = directory;
    }

    @Test
    @Timeout(600)
    void search_serviceThatDiesHangsFreezesLeavesAChildOrPrintsAGibibyte_goesOnWithoutThese() throws IOException {
        JsonNode result = search(freePort());

        Map<String, String> causes = new HashMap<>();
        for (JsonNode finding : result.get("findings")) {
            JsonNode setting = finding.get("subjects").get("SETTING");
            if (setting != null) {
                causes.put(setting.asText(), finding.get("code").asText());
            }
        }
        assertThat(causes)
                .as("what was left out")
                .containsOnly(
                        Map.entry("trouble=halt", "SETTING_ENDED_THE_SERVICE"),
                        Map.entry("trouble=hang", "SETTING_SILENCED_THE_SERVICE"),
                        Map.entry("trouble=freeze", "SETTING_SILENCED_THE_SERVICE"),
                        Map.entry("trouble=leak", "SETTING_ENDED_THE_SERVICE"),
                        Map.entry("trouble=shout", "SETTING_FLOODED_THE_CONSOLE"));
        JsonNode answer = result.get("answer");
        assertThat(answer.get("outcome").asText()).isIn("answer", "provisional");
        assertThat(answer.get("settings").get("trouble").asText()).isEqualTo(GOOD);
        assertThat(result.get("points"))
                .as("points that the answer is one of")
                .anyMatch(point ->
                        point.get("settings").get("variant").get("server").equals(answer.get("settings"))
                                && point.path("figures")
                                        .path("throughputPerSecond")
                                        .path("median")
                                        .equals(answer.get("throughputPerSecond")));
        assertThat(result.get("runs")).as("windows of the good setting").anyMatch(run -> trouble(run)
                .equals(GOOD));
        assertThat(commandsOfTheService()).as("processes left over").isEmpty();
        assertThat(bytesBelow(directory)).as("what it left on the disk").isLessThan(100 * MEBIBYTE);
        try (Stream<Path> files = Files.walk(directory)) {
            assertThat(files.filter(file -> file.toString().endsWith("-service.log")))
                    .as("consoles")
                    .allSatisfy(console -> assertThat(Files.size(console)).isLessThan(3 * MEBIBYTE));
        }
    }

    /** @param port of all starts: one that is not freed hinders the next */
    private JsonNode search(int port) throws IOException {
        Path file = directory.resolve("troubled.yaml");
        Files.writeString(file, """
                service:
                  start: '"%s" -Xmx128m -XX:TieredStopAtLevel=1 {properties} -cp "%s" %s %d'
                  ready: http://127.0.0.1:%d/trouble
                  ready-within: 30s
                  stop-within: 1s
                knobs:
                  trouble:
                    choices: [none, halt, hang, freeze, leak, shout]
                    start: none
                    property: troubled.trouble
                    read: {http: 'http://127.0.0.1:%d/trouble', json: /trouble}
                load:
                  http: GET http://127.0.0.1:%d/wait
                  timeout: 2s
                """.formatted(
                        ProcessHandle.current().info().command().orElseThrow(),
                        System.getProperty("java.class.path"),
                        SERVICE,
                        port,
                        port,
                        port,
                        port));
        Path out = directory.resolve("out");
        Main.execute(
                "search",
                file.toString(),
                "--objective",
                "tp99<200ms",
                "--warmup",
                "1s",
                "--duration",
                "1s",
                "--budget",
                "5m",
                "--patience",
                "0s",
                "--out",
                out.toString());
        return new ObjectMapper().readTree(out.resolve("latest/result.json").toFile());
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    private static String trouble(JsonNode run) {
        return run.get("settings").get("variant").get("server").get("trouble").asText();
    }

    /** Of all processes of this machine: one that left its parent is no descendant. */
    private static List<String> commandsOfTheService() throws IOException {
        List<String> commands = new ArrayList<>();
        try (DirectoryStream<Path> processes = Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
            for (Path process : processes) {
                String command = commandLine(process);
                if (command.contains(SERVICE)) {
                    commands.add(command);
                }
            }
        }
        return commands;
    }

    private static String commandLine(Path process) {
        try {
            return Files.readString(process.resolve("cmdline"), StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            // it has ended
            return "";
        }
    }

    private static long bytesBelow(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(Files::isRegularFile)
                    .mapToLong(file -> file.toFile().length())
                    .sum();
        }
    }
}
