package dev.multipool.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A server that was started by a container's command, outside a container. */
public final class DeployedServer implements AutoCloseable {
    private final Process process;
    private final BufferedReader out;
    private final int port;
    private final int adminPort;

    private DeployedServer(Process process) throws IOException {
        this.process = process;
        this.out = process.inputReader(StandardCharsets.UTF_8);
        this.port = portOf("listening on ", out.readLine());
        this.adminPort = portOf("admin on ", out.readLine());
    }

    private static int portOf(String begin, String line) {
        assertThat(line).startsWith(begin);
        return Integer.parseInt(line.substring(line.lastIndexOf(':') + 1));
    }

    static DeployedServer start(List<String> command) throws IOException {
        return start(command, Map.of());
    }

    public static DeployedServer start(List<String> command, Map<String, String> environment) throws IOException {
        Process process = launch(command, environment);
        try {
            return new DeployedServer(process);
        } catch (IOException | RuntimeException | Error e) {
            process.destroyForcibly();
            throw e;
        }
    }

    static Process launch(List<String> command, Map<String, String> environment) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().putAll(environment);
        return builder.start();
    }

    /** The manifest's arguments, with free ports, and a Redis of the server's own. */
    static List<String> arguments() throws IOException {
        return Manifests.texts(Manifests.container().get("args")).stream()
                .map(argument -> switch (argument.replaceFirst("=.*", "")) {
                    case "--host" -> "--host=127.0.0.1";
                    case "--port" -> "--port=0";
                    case "--admin-port" -> "--admin-port=0";
                    case "--redis" -> "--redis=embedded";
                    default -> argument;
                })
                .toList();
    }

    static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    /** The {@code java} of a command whose speed is not asked for: it starts in half the time. */
    static List<String> quickJava() {
        return List.of(java(), "-XX:TieredStopAtLevel=1");
    }

    public int port() {
        return port;
    }

    public HttpResponse<String> get(String path) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + adminPort + path))
                .timeout(Duration.ofSeconds(30))
                .build();
        return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    }

    /** Its exit code after a SIGTERM. */
    public int end() throws InterruptedException {
        process.destroy();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return process.exitValue();
    }

    @Override
    public void close() throws IOException {
        try {
            process.destroyForcibly().waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        out.close();
    }
}
