package dev.multipool.rpc.server.app;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;

/** A TCP peer between the service and a real Redis that passes answers on as they are, late, or as nonsense. */
final class RedisProxy implements AutoCloseable {
    private static final byte[] NONSENSE = "@what?\u0000\r\n!9\r\n".getBytes(StandardCharsets.ISO_8859_1);

    private final URI redis;
    private final ServerSocket listener;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private volatile Duration delay = Duration.ZERO;
    private volatile boolean nonsense;

    RedisProxy(URI redis) throws IOException {
        this.redis = redis;
        this.listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        start("accept", this::acceptAll);
    }

    URI uri() {
        return URI.create("redis://127.0.0.1:" + listener.getLocalPort());
    }

    void delay(Duration newDelay) {
        delay = newDelay;
    }

    void nonsense(boolean on) {
        nonsense = on;
    }

    @Override
    public void close() throws IOException {
        listener.close();
        for (Socket socket : sockets) {
            socket.close();
        }
    }

    private void acceptAll() throws IOException {
        while (true) {
            Socket client = listener.accept();
            Socket server = new Socket(redis.getHost(), redis.getPort());
            sockets.add(client);
            sockets.add(server);
            client.setTcpNoDelay(true);
            start("requests", () -> pass(client, server, false));
            start("answers", () -> pass(server, client, true));
        }
    }

    private void pass(Socket from, Socket to, boolean answers) throws IOException {
        byte[] buffer = new byte[1 << 16];
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int length = in.read(buffer); length >= 0; length = in.read(buffer)) {
                if (answers) {
                    LockSupport.parkNanos(delay.toNanos());
                }
                out.write(answers && nonsense ? NONSENSE : Arrays.copyOf(buffer, length));
            }
        }
    }

    /** What may end because a socket was closed. */
    @FunctionalInterface
    private interface Work {
        void run() throws IOException;
    }

    private static void start(String what, Work work) {
        Thread thread = new Thread(
                () -> {
                    try {
                        work.run();
                    } catch (IOException e) {
                        // a socket was closed, by a peer or by close(): the thread's work is done
                        Thread.currentThread().interrupt();
                    }
                },
                "redis-proxy-" + what);
        thread.setDaemon(true);
        thread.start();
    }
}
