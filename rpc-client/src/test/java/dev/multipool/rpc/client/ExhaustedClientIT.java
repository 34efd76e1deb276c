package dev.multipool.rpc.client;

import static dev.multipool.rpc.client.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.rpc.client.ScriptedRpcServer.Step;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A client's process that runs into the limits of its machine: each call ends, and it goes on when the pressure ends. */
@EnabledOnOs(OS.LINUX)
class ExhaustedClientIT {
    private final ScriptedRpcServer server = ScriptedRpcServer.start().forgetRequests();

    @TempDir
    private Path directory;

    private Process process;
    private BufferedReader answers;

    @BeforeEach
    void start() throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx32m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path")));
        if (Runtime.version().feature() >= 24) {
            command.addAll(1, List.of("--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow"));
        }
        command.addAll(List.of(SqueezedClient.class.getName(), Integer.toString(server.port())));
        process = new ProcessBuilder(command)
                .redirectError(directory.resolve("errors").toFile())
                .start();
        answers = process.inputReader(StandardCharsets.UTF_8);
        assertThat(answers.readLine()).isEqualTo("connected");
        // the first call of a cold process may take longer than calls may take here
        eventually("it is served", () -> isServed(1));
    }

    @AfterEach
    void end() throws Exception {
        process.destroyForcibly().waitFor();
        server.close();
    }

    @Test
    void fullHeap_endsEachCall_andTakesNoSlot_thenCallsAreServedAsBefore() {
        assertOutlivesAFullHeap(1, 100);
    }

    @Test
    @Tag("full")
    void heapThatIsFullAgainAndAgain_endsEachCall_andTakesNoSlot() {
        assertOutlivesAFullHeap(5, 500);
    }

    private void assertOutlivesAFullHeap(int times, int millis) {
        // some answers at once, some late, some never
        int[] count = {0};
        server.choose(() -> switch (count[0]++ % 10) {
            case 0 -> Step.silence();
            case 1, 2 -> Step.after(Duration.ofMillis(100), Step.answer());
            default -> Step.answer();
        });

        for (int i = 0; i < times; i++) {
            assertThat(tell("squeeze " + millis)).matches("begun [1-9]\\d*, never ended 0, slots taken 0");
        }

        server.always(Step.answer());
        eventually("both connections are there, and serve", () -> server.connectionCount() == 2 && isServed(10));
    }

    @Test
    void noDescriptorLeft_whenItsConnectionsBreak_failsCallsAtOnce_untilThereAreSome() throws Exception {
        limitDescriptors(3);
        server.dropConnections();
        eventually("its calls fail", () -> tell("call").startsWith("EFAILEDSOCKET: not connected to "));
        // some attempts that fail for it
        TimeUnit.MILLISECONDS.sleep(100);
        assertThat(server.connectionCount()).isZero();

        limitDescriptors(1000);

        eventually("both connections are there, and serve", () -> server.connectionCount() == 2 && isServed(2));
    }

    /** Over both connections, as often in a row. */
    private boolean isServed(int calls) {
        for (int i = 0; i < calls; i++) {
            if (!tell("call").equals("answered")) {
                return false;
            }
        }
        return true;
    }

    private String tell(String order) {
        try {
            process.outputWriter(StandardCharsets.UTF_8)
                    .append(order)
                    .append('\n')
                    .flush();
            return String.valueOf(answers.readLine());
        } catch (IOException e) {
            throw new UncheckedIOException(errors(), e);
        }
    }

    private String errors() {
        try (Stream<String> lines = Files.lines(directory.resolve("errors"))) {
            return String.join("\n", lines.limit(50).toList());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void limitDescriptors(int most) throws IOException, InterruptedException {
        Process limit = new ProcessBuilder("prlimit", "--pid", Long.toString(process.pid()), "--nofile=" + most + ":")
                .inheritIO()
                .start();
        assertThat(limit.waitFor()).isZero();
    }
}
