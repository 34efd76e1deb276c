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
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Searches in the middle of which a service makes trouble with the sizes that it has today. The search leaves these out, says why,
 * answers with others, and leaves nothing behind.
 */
@Tag("full")
@Timeout(600)
class TroubledSearchIT {
    private static final String SERVICE = "dev.multipool.laboratory.search.TroubledService";
    private static final int TROUBLED_THREADS = 4;
    private static final long MEBIBYTE = 1L << 20;

    private final Path directory;

    TroubledSearchIT(@TempDir Path directory) {
        this.directory = directory;
    }

    @Test
    void search_serviceThatDies_goesOnWithTheOthers() throws IOException {
        leavesOut("SETTING_ENDED_THE_SERVICE", search("halt", "{port}"));
    }

    @Test
    void search_serviceThatHangsAndIgnoresItsEnd_goesOnWithTheOthers() throws IOException {
        leavesOut("SETTING_SILENCED_THE_SERVICE", search("hang", "{port}"));
    }

    @Test
    void search_serviceWhoseChildKeepsThePort_goesOnWithTheOthers() throws IOException {
        leavesOut("SETTING_ENDED_THE_SERVICE", search("leak", "{port}"));
    }

    @Test
    void search_serviceWhoseChildKeepsThePortOfTheNextStart_goesOnWithTheOthers() throws IOException {
        leavesOut("SETTING_ENDED_THE_SERVICE", search("leak", Integer.toString(freePort())));
    }

    @Test
    void search_serviceThatPrintsAGibibyte_goesOnWithTheOthers() throws IOException {
        leavesOut("SETTING_FLOODED_THE_CONSOLE", search("shout", "{port}"));
    }

    private void leavesOut(String cause, JsonNode result) throws IOException {
        assertThat(result.get("findings"))
                .as("what was left out")
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.get("code").asText()).isEqualTo(cause);
                    assertThat(finding.get("subjects").get("SETTING").asText())
                            .isEqualTo("threads=" + TROUBLED_THREADS);
                });
        JsonNode answer = result.get("answer");
        assertThat(answer.get("outcome").asText()).isIn("answer", "provisional");
        assertThat(answer.get("settings").get("threads").asInt()).isNotEqualTo(TROUBLED_THREADS);
        assertThat(result.get("runs")).as("windows of other sizes").anyMatch(run -> threads(run) != TROUBLED_THREADS);
        assertThat(commandsOfTheService()).as("processes left over").isEmpty();
        assertThat(bytesBelow(directory)).as("what it left on the disk").isLessThan(100 * MEBIBYTE);
        try (Stream<Path> files = Files.walk(directory)) {
            assertThat(files.filter(file -> file.toString().endsWith("-service.log")))
                    .as("consoles")
                    .allSatisfy(console -> assertThat(Files.size(console)).isLessThan(3 * MEBIBYTE));
        }
    }

    private JsonNode search(String trouble, String port) throws IOException {
        Path file = directory.resolve("troubled.yaml");
        Files.writeString(file, """
                service:
                  start: '"%s" -Xmx128m {properties} -cp "%s" %s %s %s'
                  ready: http://127.0.0.1:%s/threads
                  ready-within: 30s
                  stop-within: 1s
                knobs:
                  threads:
                    range: 2..8
                    start: %d
                    property: troubled.threads
                    read: {http: 'http://127.0.0.1:%s/threads', json: /threads}
                load:
                  http: GET http://127.0.0.1:%s/wait
                  timeout: 2s
                """.formatted(
                        ProcessHandle.current().info().command().orElseThrow(),
                        System.getProperty("java.class.path"),
                        SERVICE,
                        trouble,
                        port,
                        port,
                        TROUBLED_THREADS,
                        port,
                        port));
        Path out = directory.resolve("out");
        Main.execute(
                "search",
                file.toString(),
                "--objective",
                "tp99<2s",
                "--warmup",
                "1s",
                "--duration",
                "1s",
                "--budget",
                "4m",
                "--out",
                out.toString());
        return new ObjectMapper().readTree(out.resolve("latest/result.json").toFile());
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    private static int threads(JsonNode run) {
        return run.get("settings").get("variant").get("server").get("threads").asInt();
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
