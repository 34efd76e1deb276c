import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;

/**
 * A service to be sized. It runs from this file alone: {@code java Shop.java PORT}. Its worker threads answer calls; each call holds
 * one of some connections to a database for 10 ms. There is no database: holding is a sleep.
 *
 * <p>The JDK's server writes an answer in two parts. Without {@code -Dsun.net.httpserver.nodelay=true} the second one waits 40 ms
 * for the client's acknowledgement.
 */
final class Shop {
    public static void main(String[] args) throws Exception {
        int threads = Integer.parseInt(System.getenv().getOrDefault("SHOP_THREADS", "8"));
        int connections = Integer.parseInt(System.getenv().getOrDefault("SHOP_CONNECTIONS", "4"));
        Semaphore pool = new Semaphore(connections, true);
        HttpServer server = HttpServer.create(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(args[0])), 1024);
        server.setExecutor(Executors.newFixedThreadPool(threads));
        answer(server, "/health", () -> "ok");
        answer(server, "/sizes", () -> "{\"threads\":" + threads + ",\"connections\":" + connections + "}");
        answer(server, "/products", () -> {
            pool.acquire();
            try {
                Thread.sleep(10);
            } finally {
                pool.release();
            }
            return "{\"name\":\"a product\"}";
        });
        server.start();
    }

    private interface Answer {
        String make() throws InterruptedException;
    }

    private static void answer(HttpServer server, String path, Answer answer) {
        server.createContext(path, exchange -> {
            try {
                byte[] body = answer.make().getBytes(StandardCharsets.UTF_8);
                exchange.sendResponseHeaders(200, body.length);
                exchange.getResponseBody().write(body);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } finally {
                exchange.close();
            }
        });
    }
}
