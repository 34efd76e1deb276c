package dev.multipool.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A container in the foreground, as {@code docker run} shows it. */
final class ServerContainer implements AutoCloseable {
    private static final int START_SECONDS = 40;

    private final Docker docker;
    private final String name;
    private final Process process;
    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
    private final StringBuilder log = new StringBuilder();

    private ServerContainer(Docker docker, String name, Process process) {
        this.docker = docker;
        this.name = name;
        this.process = process;
        Thread reader = new Thread(this::read, "log of " + name);
        reader.setDaemon(true);
        reader.start();
    }

    /** Starts it and waits until the admin port says that it is ready. */
    static ServerContainer start(Docker docker, String name, List<String> command) throws Exception {
        ServerContainer container = new ServerContainer(docker, name, docker.launch(command));
        try {
            container.await("listening on ");
            container.await("admin on ");
            assertThat(container.get("/health/ready").statusCode()).isEqualTo(200);
            return container;
        } catch (Exception | Error e) {
            container.close();
            throw e;
        }
    }

    private void read() {
        try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = out.readLine(); line != null; line = out.readLine()) {
                note(line);
                lines.add(line);
            }
        } catch (IOException e) {
            note(e.toString());
        }
    }

    private void await(String begin) throws InterruptedException {
        String line;
        do {
            line = lines.poll(START_SECONDS, TimeUnit.SECONDS);
            if (line == null) {
                throw new AssertionError("no line '" + begin + "…' within " + START_SECONDS + " s:\n" + log());
            }
        } while (!line.startsWith(begin));
    }

    private void note(String line) {
        synchronized (log) {
            log.append(line).append('\n');
        }
    }

    /** What it has printed so far. */
    String log() {
        synchronized (log) {
            return log.toString();
        }
    }

    /** Where on this machine a port of the container is. */
    int port(int inside) throws IOException, InterruptedException {
        String address = docker.run("docker", "port", name, inside + "/tcp").strip();
        return Integer.parseInt(address.substring(address.lastIndexOf(':') + 1));
    }

    HttpResponse<String> get(String path) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port(9000) + path))
                .timeout(Duration.ofSeconds(30))
                .build();
        return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    }

    /** The value of a metric that has no other line with the same beginning. */
    double metric(String begin) throws IOException, InterruptedException {
        return get("/metrics")
                .body()
                .lines()
                .filter(line -> line.startsWith(begin))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' '))))
                .sum();
    }

    /** Its exit code after {@code docker stop}. */
    int stop() throws IOException, InterruptedException {
        docker.run("docker", "stop", "-t", "30", name);
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        return process.exitValue();
    }

    @Override
    public void close() throws IOException {
        if (process.isAlive()) {
            try {
                docker.attempt("docker", "rm", "-f", name);
                process.destroyForcibly().waitFor();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
