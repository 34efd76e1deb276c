package dev.multipool.perf;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Stands before a server and passes its answers on late. */
final class SlowProxy implements AutoCloseable {
    private static final int CHUNK_BYTES = 64 << 10;

    private final ServerSocket door;
    private final String host;
    private final int port;
    private final long delayMillis;
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();

    private SlowProxy(ServerSocket door, String host, int port, long delayMillis) {
        this.door = door;
        this.host = host;
        this.port = port;
        this.delayMillis = delayMillis;
    }

    static SlowProxy before(String host, int port, long delayMillis) throws IOException {
        ServerSocket door = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        SlowProxy proxy = new SlowProxy(door, host, port, delayMillis);
        proxy.run(proxy::accept);
        return proxy;
    }

    int port() {
        return door.getLocalPort();
    }

    private void accept() throws IOException {
        while (true) {
            Socket client = door.accept();
            Socket server = new Socket(host, port);
            sockets.addAll(List.of(client, server));
            client.setTcpNoDelay(true);
            server.setTcpNoDelay(true);
            run(() -> copy(client, server, 0));
            run(() -> copy(server, client, delayMillis));
        }
    }

    private static void copy(Socket from, Socket to, long delayMillis) throws IOException, InterruptedException {
        InputStream in = from.getInputStream();
        OutputStream out = to.getOutputStream();
        byte[] chunk = new byte[CHUNK_BYTES];
        for (int read = in.read(chunk); read >= 0; read = in.read(chunk)) {
            Thread.sleep(delayMillis);
            out.write(chunk, 0, read);
            out.flush();
        }
        to.close();
    }

    /** What ends with an I/O error was closed by one side, which the other side sees as well. */
    private interface Work {
        void run() throws IOException, InterruptedException;
    }

    private void run(Work work) {
        Thread thread = new Thread(
                () -> {
                    try {
                        work.run();
                    } catch (IOException e) {
                        // closed
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                },
                "slow-proxy");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        door.close();
        for (Socket socket : sockets) {
            socket.close();
        }
    }
}
