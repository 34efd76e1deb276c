package dev.multipool.rpc.client;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** A TCP proxy that can keep answers back on the connections that are open, and passes everything on new ones. */
final class MutingProxy implements AutoCloseable {
    private final int target;
    private final ServerSocket listener;
    private final Set<Link> links = ConcurrentHashMap.newKeySet();

    MutingProxy(int target) throws IOException {
        this.target = target;
        this.listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        start(this::acceptAll);
    }

    int port() {
        return listener.getLocalPort();
    }

    void muteOpenConnections() {
        links.forEach(link -> link.mute = true);
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
            start(() -> link.pass(link.client, link.server, false));
            start(() -> link.pass(link.server, link.client, true));
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
                "muting-proxy");
        thread.setDaemon(true);
        thread.start();
    }

    /** One connection's two sides. */
    private static final class Link {
        private final Socket client;
        private final Socket server;
        private volatile boolean mute;

        Link(Socket client, Socket server) throws IOException {
            this.client = client;
            this.server = server;
            client.setTcpNoDelay(true);
            server.setTcpNoDelay(true);
        }

        void pass(Socket from, Socket to, boolean answers) throws IOException {
            byte[] buffer = new byte[1 << 16];
            try {
                InputStream in = from.getInputStream();
                OutputStream out = to.getOutputStream();
                for (int length = in.read(buffer); length >= 0; length = in.read(buffer)) {
                    if (!answers || !mute) {
                        out.write(buffer, 0, length);
                    }
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
