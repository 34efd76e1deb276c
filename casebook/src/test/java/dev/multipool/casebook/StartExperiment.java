package dev.multipool.casebook;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Question: how much longer does a Spring Boot application take to start with the agent?
 *
 * <p>Hypothesis: at most a quarter longer.
 *
 * <p>Setup: the case's application, without its database, which it does not need until it is asked for a product. JVMs with and
 * without the agent start by turns, in an order that is turned round each time. A start is the time from the start of the process
 * to the line that says that the application has started. The first of each is not counted.
 *
 * <p>Reading the result: the medians and their ratio.
 *
 * <p>How to run: docs/experiments/agent-cost.md has the command. {@code -Dstart.rounds} is a property of the JVM that runs the
 * tests.
 */
@Timeout(1200)
class StartExperiment {
    private static final int ROUNDS = Integer.getInteger("start.rounds", 20);
    private static final Path JAR = Path.of("spring-boot/target/product-service.jar");
    private static final Path AGENT = Path.of("../agent/target/multipool-agent.jar");

    @Test
    void springBoot_startsLittleLater() throws IOException, InterruptedException {
        List<String> agent = List.of("-javaagent:" + AGENT);
        List<Double> with = new ArrayList<>();
        List<Double> without = new ArrayList<>();
        for (int round = 0; round <= ROUNDS; round++) {
            boolean isWithFirst = round % 2 == 0;
            double first = start(isWithFirst ? agent : List.of());
            double second = start(isWithFirst ? List.of() : agent);
            if (round > 0) {
                with.add(isWithFirst ? first : second);
                without.add(isWithFirst ? second : first);
            }
        }
        with.sort(null);
        without.sort(null);
        double longer = median(with) / median(without) - 1;
        System.out.printf(
                Locale.ROOT,
                "start of Spring Boot, ms: %.0f without (%.0f to %.0f), %.0f with (%.0f to %.0f), medians of %d; longer: %.1f %%%n",
                median(without),
                without.get(0),
                without.get(ROUNDS - 1),
                median(with),
                with.get(0),
                with.get(ROUNDS - 1),
                ROUNDS,
                100 * longer);
        assertThat(longer).isLessThan(0.25);
    }

    private static double median(List<Double> ascending) {
        int middle = ascending.size() / 2;
        return ascending.size() % 2 == 1
                ? ascending.get(middle)
                : (ascending.get(middle - 1) + ascending.get(middle)) / 2;
    }

    private static double start(List<String> flags) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(flags);
        command.addAll(List.of(
                "-Xmx256m",
                "-Dloader.main=dev.multipool.casebook.product.ProductApplication",
                "-cp",
                JAR.toString(),
                "org.springframework.boot.loader.launch.PropertiesLauncher",
                "--server.port=0",
                "--spring.sql.init.mode=never",
                "--spring.datasource.url=jdbc:postgresql://127.0.0.1:1/none"));
        long began = System.nanoTime();
        Process application =
                new ProcessBuilder(command).redirectErrorStream(true).start();
        StringBuilder said = new StringBuilder();
        try (BufferedReader lines = application.inputReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.contains("Started ProductApplication")) {
                    return (System.nanoTime() - began) / 1e6;
                }
                said.append(line).append('\n');
            }
            throw new AssertionError(said.toString());
        } finally {
            application.destroyForcibly().waitFor();
        }
    }
}
