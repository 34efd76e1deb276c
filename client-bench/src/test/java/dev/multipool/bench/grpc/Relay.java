package dev.multipool.bench.grpc;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Passes connections on to a server, until it is told to break them. */
final class Relay implements AutoCloseable {
    private final ServerSocket listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final int target;

    private Relay(int target) throws IOException {
        this.target = target;
    }

    static Relay to(int port) throws IOException {
        Relay relay = new Relay(port);
        start(relay::accept);
        return relay;
    }

    int port() {
        return listening.getLocalPort();
    }

    /** Breaks all connections; new ones are passed on. */
    void cut() {
        for (Socket socket : List.copyOf(open)) {
            open.remove(socket);
            close(socket);
        }
    }

    private void accept() {
        while (!listening.isClosed()) {
            try {
                Socket client = listening.accept();
                Socket server = new Socket(InetAddress.getLoopbackAddress(), target);
                open.add(client);
                open.add(server);
                start(() -> pass(client, server));
                start(() -> pass(server, client));
            } catch (IOException e) {
                // closed
                return;
            }
        }
    }

    private static void pass(Socket from, Socket to) {
        try {
            from.getInputStream().transferTo(to.getOutputStream());
        } catch (IOException e) {
            // broken, as was asked for
        }
        close(from);
        close(to);
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void start(Runnable task) {
        Thread thread = new Thread(task, "relay");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        listening.close();
        cut();
    }
}
