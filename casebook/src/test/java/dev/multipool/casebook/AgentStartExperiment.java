package dev.multipool.casebook;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Question: by how much does the agent delay the start of a Spring Boot application?
 *
 * <p>Hypothesis: by at most 25 %.
 *
 * <p>Setup: the application alone, beside a PostgreSQL that another one has started. JVMs with and without the agent take turns.
 *
 * <p>Reading the result: the medians of the seconds from the process's start to Spring's word that it has started.
 *
 * <p>How to run: docs/reference/agent.md has the command. {@code -Dstart.rounds} is a property of the JVM that runs the tests.
 */
@Timeout(600)
class AgentStartExperiment {
    private static final int ROUNDS = Integer.getInteger("start.rounds", 7);
    private static final Path JAR = Path.of("spring-boot/target/product-service.jar");
    private static final Path AGENT = Path.of("../agent/target/multipool-agent.jar");
    private static final String STARTED = "Started ProductApplication";
    private static final Pattern PORT = Pattern.compile("port=(\\d+)|-p (\\d+)");

    @Test
    void start_withAndWithoutTheAgent() throws Exception {
        Process first = new ProcessBuilder(java(), "-Xmx256m", "-jar", JAR.toString(), "--server.port=0")
                .redirectErrorStream(true)
                .start();
        try {
            awaitStart(first);
            String url = "jdbc:postgresql://127.0.0.1:" + postgresPort(first) + "/postgres?user=postgres";
            List<Double> with = new ArrayList<>();
            List<Double> without = new ArrayList<>();
            for (int i = 0; i < ROUNDS; i++) {
                without.add(seconds(url, List.of()));
                with.add(seconds(url, List.of("-javaagent:" + AGENT.toAbsolutePath())));
            }
            System.out.printf(
                    Locale.ROOT,
                    "without: %.2f s; with: %.2f s; %.1f %%%n",
                    median(without),
                    median(with),
                    100 * (median(with) / median(without) - 1));
            System.out.println("without " + without + ", with " + with);
        } finally {
            first.destroy();
            first.waitFor();
        }
    }

    private static double seconds(String url, List<String> flags) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(java(), "-Xmx256m"));
        command.addAll(flags);
        command.addAll(List.of(
                "-Dloader.main=dev.multipool.casebook.product.ProductApplication",
                "-cp",
                JAR.toString(),
                "org.springframework.boot.loader.launch.PropertiesLauncher",
                "--server.port=0",
                "--spring.datasource.url=" + url));
        long begun = System.nanoTime();
        Process application =
                new ProcessBuilder(command).redirectErrorStream(true).start();
        try {
            awaitStart(application);
            return (System.nanoTime() - begun) / 1e9;
        } finally {
            application.destroyForcibly();
            application.waitFor();
        }
    }

    private static void awaitStart(Process application) throws IOException {
        BufferedReader console = application.inputReader(StandardCharsets.UTF_8);
        StringBuilder all = new StringBuilder();
        for (String line = console.readLine(); line != null; line = console.readLine()) {
            all.append(line).append('\n');
            if (line.contains(STARTED)) {
                return;
            }
        }
        assertThat(all.toString()).contains(STARTED);
    }

    private static String postgresPort(Process application) {
        return application
                .descendants()
                .flatMap(process -> process.info().commandLine().stream())
                .filter(line -> line.contains("postgres"))
                .map(PORT::matcher)
                .filter(Matcher::find)
                .map(found -> found.group(1) == null ? found.group(2) : found.group(1))
                .findFirst()
                .orElseThrow();
    }

    private static double median(List<Double> seconds) {
        return seconds.stream().sorted().skip(seconds.size() / 2).findFirst().orElseThrow();
    }

    private static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }
}
