package ${package};

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.rpc.client.RpcClient;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import ${package}.v1.GreetRequest;
import org.junit.jupiter.api.Test;

/** The jar as a process of its own. */
class MainIT {
    @Test
    void service_answersCallsAndItsAdminPort_andEndsWith0() throws Exception {
        Process process = start("--host", "127.0.0.1", "--port", "0", "--admin-port", "0");
        try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
            int port = portIn(out.readLine(), "listening on ");
            int adminPort = portIn(out.readLine(), "admin on ");

            try (RpcClient client = RpcClient.builder().target("127.0.0.1", port).build()) {
                GreetRequest request = GreetRequest.newBuilder().setName("Ada").build();
                assertThat(client.callBlocking(GreetingMethods.GREET, request, Duration.ofSeconds(30)).getText())
                        .isEqualTo("Hello, Ada");
            }
            assertThat(get("http://127.0.0.1:" + adminPort + "/pools/business")).contains("fixed:threads=16");

            process.destroy();
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).isZero();
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    void service_withABadCommandLine_endsWith2() throws Exception {
        assertThat(start("--pool", "fixed").waitFor()).isEqualTo(2);
    }

    private static int portIn(String line, String begin) {
        assertThat(line).startsWith(begin);
        return Integer.parseInt(line.substring(line.lastIndexOf(':') + 1));
    }

    private static String get(String uri) throws IOException, InterruptedException {
        return HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(URI.create(uri)).build(), HttpResponse.BodyHandlers.ofString())
                .body();
    }

    private static Process start(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-jar",
                Path.of("target", "${artifactId}.jar").toString()));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    }
}
