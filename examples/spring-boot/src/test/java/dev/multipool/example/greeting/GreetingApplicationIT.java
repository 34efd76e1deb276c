package dev.multipool.example.greeting;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.example.greeting.v1.GreetRequest;
import dev.multipool.rpc.client.RpcClient;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The application as a process of its own, with its application.yaml and other ports. */
class GreetingApplicationIT {
    private static final Pattern RPC = Pattern.compile("RPC server listens on \\S*?/127\\.0\\.0\\.1:(\\d+)");
    private static final Pattern WEB = Pattern.compile("Tomcat started on port (\\d+)");
    private static final Pattern STARTED = Pattern.compile("Started GreetingApplication in (\\S+)");

    @Test
    void application_greets_isReady_andStopsOnSigterm() throws Exception {
        Process process = start("--server.port=0", "--multipool.host=127.0.0.1", "--multipool.port=0");
        try (BufferedReader log = process.inputReader()) {
            List<String> lines = linesUntilStarted(log);
            int port = Integer.parseInt(found(RPC, lines));

            try (RpcClient client =
                    RpcClient.builder().target("127.0.0.1", port).build()) {
                GreetRequest request = GreetRequest.newBuilder().setName("Ada").build();
                assertThat(client.callBlocking(GreetingApplication.GREET, request, Duration.ofSeconds(30))
                                .getText())
                        .isEqualTo("Hello, Ada");
            }
            String actuator = "http://127.0.0.1:" + found(WEB, lines) + "/actuator/";
            assertThat(get(actuator + "health/readiness")).contains("UP");
            assertThat(get(actuator + "multipool/business")).contains("\"completions\":1");

            // Process.destroy would close what is read here, too
            process.toHandle().destroy();
            assertThat(log.lines().filter(line -> line.contains("pool business stopped")))
                    .hasSize(1);
            assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        } finally {
            process.destroyForcibly();
        }
    }

    private static String get(String uri) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(uri))
                .timeout(Duration.ofSeconds(30))
                .build();
        return HttpClient.newHttpClient()
                .send(request, HttpResponse.BodyHandlers.ofString())
                .body();
    }

    private static List<String> linesUntilStarted(BufferedReader log) throws IOException {
        List<String> lines = new ArrayList<>();
        for (String line = log.readLine(); line != null; line = log.readLine()) {
            lines.add(line);
            if (STARTED.matcher(line).find()) {
                return lines;
            }
        }
        throw new AssertionError("the application ended: " + lines);
    }

    private static String found(Pattern pattern, List<String> lines) {
        return lines.stream()
                .map(pattern::matcher)
                .filter(Matcher::find)
                .map(matcher -> matcher.group(1))
                .findFirst()
                .orElseThrow(() -> new AssertionError(pattern + " is not in " + lines));
    }

    private static Process start(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                GreetingApplication.class.getName()));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command).redirectErrorStream(true).start();
    }
}
