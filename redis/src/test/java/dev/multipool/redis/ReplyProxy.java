package dev.multipool.redis;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** A TCP proxy before a Redis that does something else with the replies on connections that are open. */
final class ReplyProxy implements AutoCloseable {
    private final int target;
    private final ServerSocket listener;
    private final Set<Link> links = ConcurrentHashMap.newKeySet();

    /** What becomes of a piece of replies. */
    @FunctionalInterface
    interface Passing {
        void pass(byte[] piece, OutputStream out) throws IOException;
    }

    ReplyProxy(int target) throws IOException {
        this.target = target;
        this.listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        start(this::acceptAll);
    }

    int port() {
        return listener.getLocalPort();
    }

    /** From now on, on the connections that are open; new ones pass their replies as they are. */
    void onOpenConnections(Passing passing) {
        links.forEach(link -> link.passing = passing);
    }

    @Override
    public void close() throws IOException {
        listener.close();
        for (Link link : links) {
            link.close();
        }
    }

    private void acceptAll() throws IOException {
        while (true) {
            Link link = new Link(listener.accept(), new Socket(InetAddress.getLoopbackAddress(), target));
            links.add(link);
            start(() -> link.copy(link.client, link.server, (piece, out) -> out.write(piece)));
            start(() -> link.copy(link.server, link.client, (piece, out) -> link.passing.pass(piece, out)));
        }
    }

    /** What may end because a socket was closed. */
    @FunctionalInterface
    private interface Work {
        void run() throws IOException;
    }

    private static void start(Work work) {
        Thread thread = new Thread(
                () -> {
                    try {
                        work.run();
                    } catch (IOException e) {
                        // a socket was closed, by a peer or by close(): the thread's work is done
                        Thread.currentThread().interrupt();
                    }
                },
                "reply-proxy");
        thread.setDaemon(true);
        thread.start();
    }

    /** One connection's two sides. */
    private static final class Link {
        private final Socket client;
        private final Socket server;
        private volatile Passing passing = (piece, out) -> out.write(piece);

        Link(Socket client, Socket server) throws IOException {
            this.client = client;
            this.server = server;
            client.setTcpNoDelay(true);
            server.setTcpNoDelay(true);
        }

        void copy(Socket from, Socket to, Passing how) throws IOException {
            byte[] buffer = new byte[1 << 16];
            try {
                InputStream in = from.getInputStream();
                OutputStream out = to.getOutputStream();
                for (int length = in.read(buffer); length >= 0; length = in.read(buffer)) {
                    how.pass(Arrays.copyOf(buffer, length), out);
                }
            } finally {
                close();
            }
        }

        void close() throws IOException {
            client.close();
            server.close();
        }
    }
}
