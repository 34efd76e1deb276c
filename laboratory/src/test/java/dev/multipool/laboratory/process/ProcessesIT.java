package dev.multipool.laboratory.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.multipool.bench.plan.CallMix;
import dev.multipool.bench.plan.LoadModel;
import dev.multipool.bench.plan.LoadPlan;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class ProcessesIT {
    private static final JavaCommand JAVA =
            new JavaCommand(Jdk.running(), System.getProperty("java.class.path"), List.of("-Xmx64m"));

    private final Path directory;

    ProcessesIT(@TempDir Path directory) {
        this.directory = directory;
    }

    @Test
    void leash_whenItsHolderIsGone_endsTheProcess() throws IOException, InterruptedException {
        Process process = new ProcessBuilder(JAVA.commandLine(null, Sleeper.class.getName(), List.of()))
                .redirectOutput(Redirect.DISCARD)
                .redirectError(Redirect.DISCARD)
                .start();
        try {
            assertThat(process.waitFor(500, TimeUnit.MILLISECONDS)).isFalse();

            process.getOutputStream().close();

            assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).isEqualTo(143);
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    void close_endsAChildThatWouldNot() throws InterruptedException {
        ChildProcess child = ChildProcess.start(
                "sleeper",
                JAVA.commandLine(null, Sleeper.class.getName(), List.of()),
                directory.resolve("sleeper.log"));

        child.close();

        assertThat(child.awaitEnd(Duration.ofSeconds(30))).isTrue();
    }

    @Test
    @Timeout(60)
    void compilerThreads_moveAndComeBack_andNoOthersDo() throws IOException, InterruptedException {
        Machine machine = Machine.look(CpuQuota.PROC, System.getenv("PATH"), 1);
        assumeThat(machine.canPin()).as("taskset is there").isTrue();
        assumeThat(machine.cpus()).as("cores").hasSizeGreaterThan(1);
        String own = machine.cpus().get(0).toString();
        String other = machine.cpus().get(1).toString();
        try (ChildProcess child = ChildProcess.start(
                "sleeper",
                JAVA.commandLine(own, Sleeper.class.getName(), List.of()),
                directory.resolve("sleeper.log"))) {
            CompilerThreads compilers = new CompilerThreads(child.pid());
            while (compilers.threads().size() < 2) {
                assertThat(child.awaitEnd(Duration.ofMillis(20))).isFalse();
            }

            compilers.runOn(other);

            assertThat(compilers.threads())
                    .allSatisfy(thread -> assertThat(allowed(thread)).isEqualTo(other));
            assertThat(allowed(CpuQuota.PROC.resolve(Long.toString(child.pid()))))
                    .isEqualTo(own);

            compilers.runOn(own);

            assertThat(compilers.threads())
                    .allSatisfy(thread -> assertThat(allowed(thread)).isEqualTo(own));
        }
    }

    @Test
    @Timeout(60)
    void startingCompilers_spreadOnce_andTheServiceStaysWhereItIs() throws IOException, InterruptedException {
        Machine machine = Machine.look(CpuQuota.PROC, System.getenv("PATH"), 1);
        assumeThat(machine.canPin()).as("taskset is there").isTrue();
        assumeThat(machine.cpus()).as("cores").hasSizeGreaterThan(1);
        String own = machine.cpus().get(0).toString();
        StartingCompilers starting =
                new StartingCompilers(own + "," + machine.cpus().get(1));
        try (ChildProcess child = ChildProcess.start(
                "sleeper",
                JAVA.commandLine(own, Sleeper.class.getName(), List.of()),
                directory.resolve("sleeper.log"))) {
            CompilerThreads compilers = new CompilerThreads(child.pid());
            while (compilers.threads().size() < 2) {
                starting.spread(() -> List.of(ProcessHandle.current().pid() + 1_000_000_000L, child.pid()));
                assertThat(child.awaitEnd(Duration.ofMillis(20))).isFalse();
            }

            starting.spread(() -> List.of(child.pid()));

            assertThat(compilers.threads())
                    .allSatisfy(thread -> assertThat(allowed(thread)).isNotEqualTo(own));
            assertThat(allowed(CpuQuota.PROC.resolve(Long.toString(child.pid()))))
                    .isEqualTo(own);
            starting.spread(() -> {
                throw new AssertionError("asked again");
            });
        }
    }

    @Test
    void startingCompilers_ofAServiceThatIsNotPinned_stay() throws InterruptedException {
        new StartingCompilers(null).spread(() -> {
            throw new AssertionError("asked");
        });
    }

    private static String allowed(Path task) throws IOException {
        return Files.readAllLines(task.resolve("status")).stream()
                .filter(line -> line.startsWith("Cpus_allowed_list:"))
                .map(line -> line.substring(line.indexOf(':') + 1).strip())
                .findFirst()
                .orElse("");
    }

    @Test
    void generator_tellsWhyARunFailed_andStaysForTheNext() throws InterruptedException, IOException {
        int nobody;
        try (ServerSocket free = new ServerSocket(0)) {
            nobody = free.getLocalPort();
        }
        GeneratorOrder order = GeneratorOrder.warmUp(new LoadPlan(
                "127.0.0.1",
                nobody,
                1,
                LoadModel.ClosedLoop.of(1),
                CallMix.findUserInfo(1),
                new LoadPlan.Timing(Duration.ZERO, Duration.ofSeconds(1), Duration.ofSeconds(1)),
                1));
        try (GeneratorProcess generator = GeneratorProcess.start(JAVA, null, directory.resolve("generator.log"))) {
            for (int run = 0; run < 2; run++) {
                generator.begin(order);

                assertThat(generator.awaitWindow(Duration.ofSeconds(30))).isFalse();
                assertThat(generator.problem()).contains("127.0.0.1");
            }
        }
    }

    @Test
    void start_ofAProgramThatIsNotThere_saysSo() {
        assertThatExceptionOfType(ProcessFailedException.class)
                .isThrownBy(() -> ChildProcess.start("server", List.of("/no/such/java"), directory.resolve("log")))
                .withMessageStartingWith("server can't be started: ");
    }
}
