package dev.multipool.agent.program;

import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.management.ObjectName;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/** Runs tasks and reads what the agent exports of them: by HTTP, by JFR, or until it measures no more. */
public final class ExportProgram {
    private static final int TASKS = 300;

    private ExportProgram() {}

    public static void main(String[] arguments) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2, task -> new Thread(task, "orders-1"));
        switch (arguments[0]) {
            case "metrics" -> metrics(pool, arguments[1]);
            case "jfr" -> jfr(pool);
            default -> untilItStops(pool);
        }
        pool.shutdownNow();
        System.exit(0);
    }

    private static void run(ExecutorService pool) throws Exception {
        List<Future<Object>> futures = pool.invokeAll(Collections.nCopies(TASKS, (Callable<Object>) () -> "done"));
        for (Future<Object> future : futures) {
            future.get();
        }
    }

    private static int beans() throws Exception {
        return ManagementFactory.getPlatformMBeanServer()
                .queryNames(new ObjectName("dev.multipool:type=Pool,*"), null)
                .size();
    }

    private static void metrics(ExecutorService pool, String port) throws Exception {
        run(pool);
        Ledgers.awaitEnds("orders", TASKS);
        HttpClient http = HttpClient.newHttpClient();
        URI page = URI.create("http://127.0.0.1:" + port + "/metrics");
        HttpResponse<String> answer =
                http.send(HttpRequest.newBuilder(page).build(), HttpResponse.BodyHandlers.ofString());
        System.out.println("status " + answer.statusCode());
        answer.body().lines().forEach(line -> {
            if (line.startsWith("# TYPE ")) {
                System.out.println(line.substring("# TYPE ".length()).replace(' ', ':') + " 1");
            } else if (!line.startsWith("#") && line.contains("\"orders\"")) {
                System.out.println(line);
            }
        });
        System.out.println("other "
                + http.send(HttpRequest.newBuilder(page.resolve("/")).build(), HttpResponse.BodyHandlers.discarding())
                        .statusCode());
        try (Socket stranger = new Socket(InetAddress.getLoopbackAddress(), Integer.parseInt(port))) {
            stranger.getOutputStream()
                    .write("GET /metrics HTTP/1.1\r\nHost: evil.example\r\n\r\n".getBytes(StandardCharsets.UTF_8));
            String status =
                    new String(stranger.getInputStream().readAllBytes(), StandardCharsets.UTF_8).split(" ", 3)[1];
            System.out.println("stranger " + status);
        }
    }

    private static void jfr(ExecutorService pool) throws Exception {
        run(pool);
        Ledgers.awaitEnds("orders", TASKS);
        Path file = Files.createTempFile("pools", ".jfr");
        try (Recording recording = new Recording()) {
            recording.enable("dev.multipool.PoolLedger").with("period", "beginChunk");
            recording.start();
            recording.stop();
            recording.dump(file);
        }
        long completions = 0;
        for (RecordedEvent event : RecordingFile.readAllEvents(file)) {
            if ("orders".equals(event.getString("pool"))) {
                completions += event.getLong("completions");
            }
        }
        Files.delete(file);
        System.out.println("completions " + completions);
    }

    private static void untilItStops(ExecutorService pool) throws Exception {
        boolean wasThere = false;
        while (!wasThere || beans() > 0) {
            run(pool);
            wasThere |= beans() > 0;
        }
        run(pool);
        System.out.println("ran 1");
    }
}
