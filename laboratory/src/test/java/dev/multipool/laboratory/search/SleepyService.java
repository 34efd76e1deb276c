package dev.multipool.laboratory.search;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.Executors;

/**
 * A service that knows nothing of the laboratory: each call waits for 20 ms on a pool whose size an environment variable says, so
 * that n threads answer at most 50 n calls per second.
 */
final class SleepyService {
    /** Of this size it does not start. */
    private static final int DEADLY_THREADS = 6;

    private SleepyService() {}

    /** Serves until it is ended; the argument is the port. */
    public static void main(String[] args) throws IOException {
        int threads = Integer.parseInt(System.getenv().getOrDefault("SLEEPY_THREADS", "2"));
        if (threads == DEADLY_THREADS) {
            System.exit(3);
        }
        HttpServer server = HttpServer.create(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(args[0])), 0);
        server.setExecutor(Executors.newFixedThreadPool(threads));
        server.createContext("/threads", exchange -> {
            byte[] body = ("{\"threads\":" + threads + "}").getBytes(java.nio.charset.StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, body.length);
            try (OutputStream out = exchange.getResponseBody()) {
                out.write(body);
            }
        });
        server.createContext("/wait", exchange -> {
            try {
                Thread.sleep(20);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
        });
        server.start();
    }
}
