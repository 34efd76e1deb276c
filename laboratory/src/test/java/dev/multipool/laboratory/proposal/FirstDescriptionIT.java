package dev.multipool.laboratory.proposal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.laboratory.check.ServiceCheck;
import dev.multipool.laboratory.description.DescriptionReader;
import dev.multipool.laboratory.proposal.LookFailure.Code;
import dev.multipool.laboratory.service.ListeningSockets;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real JVMs are looked at, and what is proposed passes the check as it is. */
class FirstDescriptionIT {
    private static final Duration WITHIN = Duration.ofSeconds(60);

    @TempDir
    Path folder;

    @Test
    void processThatRuns_isDescribedSoThatTheCheckFindsNothing() throws Exception {
        int port = freePort();
        Process process = new ProcessBuilder(words("http", Integer.toString(port)))
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("service.log").toFile())
                .start();
        try {
            awaitListening(process);
            FirstDescription first = FirstDescription.ofProcess(process.pid(), WITHIN);

            assertThat(first.isToEdit()).isFalse();
            assertThat(first.yaml()).contains("hikari: {range: 2..80, start: 10", "tomcat: {range: 5..160, start: 20");
            assertThat(first.explanation()).contains("found: GET /products/{id}, which answers");
            assertThat(check(first)).isEmpty();
            assertThat(process.isAlive()).isTrue();
        } finally {
            process.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
        }
    }

    @Test
    void command_isStartedDescribedAndEnded() throws Exception {
        FirstDescription first =
                FirstDescription.ofCommand(words("http", "{port}"), folder, WITHIN, folder.resolve("service.log"));

        assertThat(first.isToEdit()).isFalse();
        assertThat(first.yaml()).contains("http: GET http://127.0.0.1:{port}/products/{id}", "hikari <= tomcat");
        assertThat(ProcessHandle.current().descendants())
                .noneMatch(process -> process.info().commandLine().orElse("").contains(NamedPools.class.getName()));
    }

    @Test
    void noSuchProcess_isNamed() {
        assertThat(failure(() -> FirstDescription.ofProcess(Integer.MAX_VALUE, WITHIN))
                        .code())
                .isEqualTo(Code.NO_PROCESS);
    }

    @Test
    void processThatIsNoJvm_isNamed() throws Exception {
        Process sleep = new ProcessBuilder("sleep", "600").start();
        try {
            assertThat(failure(() -> FirstDescription.ofProcess(sleep.pid(), WITHIN))
                            .code())
                    .isEqualTo(Code.NO_JVM);
        } finally {
            sleep.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
        }
    }

    @Test
    void commandThatExits_isNamedWithItsLastLines() {
        LookFailure failure = failure(() -> ofCommand(words("exit"), WITHIN));

        assertThat(failure.code()).isEqualTo(Code.ENDED);
        assertThat(failure.sentence()).contains("no licence");
    }

    @Test
    void commandThatCannotBeRun_isNamed() {
        assertThat(failure(() -> ofCommand(List.of("/no/such/program"), WITHIN)).code())
                .isEqualTo(Code.NOT_STARTED);
    }

    @Test
    void serviceThatListensNowhere_isNamed() {
        assertThat(failure(() -> ofCommand(words("deaf"), Duration.ofSeconds(3)))
                        .code())
                .isEqualTo(Code.NOT_LISTENING);
    }

    private interface Look {
        Object run() throws Exception;
    }

    private FirstDescription ofCommand(List<String> words, Duration within) throws Exception {
        return FirstDescription.ofCommand(words, folder, within, folder.resolve("service.log"));
    }

    private static LookFailure failure(Look look) {
        try {
            throw new AssertionError("no failure, but " + look.run());
        } catch (LookException e) {
            return e.failure();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    private List<?> check(FirstDescription first) throws Exception {
        return ServiceCheck.check(
                DescriptionReader.parse(folder.resolve("shop.yaml"), first.yaml()), folder.resolve("check.log"));
    }

    private static List<String> words(String... arguments) {
        List<String> words = new ArrayList<>(List.of(
                ProcessHandle.current().info().command().orElseThrow(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                NamedPools.class.getName()));
        words.addAll(List.of(arguments));
        return words;
    }

    /** Until then it may be no JVM yet. */
    private static void awaitListening(Process process) throws InterruptedException {
        while (process.isAlive() && ListeningSockets.of(List.of(process.pid())).isEmpty()) {
            TimeUnit.MILLISECONDS.sleep(50);
        }
    }

    private static int freePort() throws Exception {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }
}
