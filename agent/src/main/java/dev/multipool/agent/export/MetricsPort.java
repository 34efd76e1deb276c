package dev.multipool.agent.export;

import dev.multipool.pools.NanoClock;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/**
 * Answers {@code GET /metrics}, one request at a time, by a thread of its own. It uses sockets alone: the JDK's own HTTP server may
 * be missing in a small runtime, and would bring a pool.
 *
 * <p>On loopback a request must name this machine as its host. So a web page in a browser on this machine can't read it by a host
 * name of its own that leads here.
 */
final class MetricsPort implements AutoCloseable {

    private static final int MOST_BYTES = 8192;
    private static final int MOST_MILLIS = 3_000;
    private static final int WAITING = 8;
    private static final long PAUSE_NANOS = 20_000_000;
    private static final NanoClock CLOCK = NanoClock.system();
    private static final Pattern HOST = Pattern.compile("\r\nhost:[ \t]*([^\r\n]*?)[ \t]*\r\n");
    private static final Pattern LOCAL = Pattern.compile("(localhost|127(\\.\\d{1,3}){3}|\\[[0-9a-f:]+])(:\\d{1,5})?");

    private final ServerSocket listener;
    private final Supplier<String> text;
    private final Consumer<Throwable> failed;
    private final Thread thread = new Thread(null, this::serve, "multipool-agent-metrics", 0, false);

    /**
     * Listens.
     *
     * @param failed is told of what goes wrong while the text is made
     * @throws IOException when the address can't be listened on
     */
    MetricsPort(InetSocketAddress address, Supplier<String> text, Consumer<Throwable> failed) throws IOException {
        this.text = text;
        this.failed = failed;
        this.listener = new ServerSocket();
        try {
            listener.bind(address, WAITING);
        } catch (IOException | RuntimeException e) {
            listener.close();
            throw new IOException("the port for metrics, " + address + ", can't be listened on: " + e.getMessage(), e);
        }
        thread.setDaemon(true);
        thread.start();
    }

    /** Where it listens. */
    int port() {
        return listener.getLocalPort();
    }

    private void serve() {
        while (!listener.isClosed()) {
            try (Socket socket = listener.accept()) {
                answer(socket);
            } catch (IOException e) {
                // of one who asked, or by close(), or for want of descriptors, which does not end at once
                LockSupport.parkNanos(PAUSE_NANOS);
            } catch (RuntimeException | Error e) {
                failed.accept(e);
            }
        }
    }

    private void answer(Socket socket) throws IOException {
        String head = head(socket);
        String[] words = head.split(" ", 3);
        String path = words.length < 3 ? "" : words[1];
        if (!isFriend(socket, head)) {
            write(socket, "403 Forbidden", "this port answers on this machine only\n");
        } else if (!words[0].equals("GET") || !path.replaceFirst("\\?.*", "").equals("/metrics")) {
            write(socket, "404 Not Found", "expected: GET /metrics\n");
        } else {
            write(socket, "200 OK", text.get());
        }
    }

    private boolean isFriend(Socket socket, String head) {
        if (!socket.getLocalAddress().isLoopbackAddress()) {
            return true;
        }
        var host = HOST.matcher(head.toLowerCase(Locale.ROOT));
        return host.find() && LOCAL.matcher(host.group(1)).matches();
    }

    /** Up to the empty line. */
    private static String head(Socket socket) throws IOException {
        long end = CLOCK.nanoTime() + MOST_MILLIS * 1_000_000L;
        InputStream in = socket.getInputStream();
        ByteArrayOutputStream read = new ByteArrayOutputStream();
        while (read.size() < MOST_BYTES) {
            long leftMillis = (end - CLOCK.nanoTime()) / 1_000_000;
            if (leftMillis <= 0) {
                throw new IOException("no request in time");
            }
            socket.setSoTimeout((int) leftMillis);
            int next = in.read();
            if (next < 0) {
                break;
            }
            read.write(next);
            if (next == '\n' && read.toString(StandardCharsets.ISO_8859_1).endsWith("\r\n\r\n")) {
                return read.toString(StandardCharsets.ISO_8859_1);
            }
        }
        throw new IOException("no request");
    }

    private static void write(Socket socket, String status, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        String head = "HTTP/1.1 " + status + "\r\nContent-Type: " + PrometheusText.CONTENT_TYPE
                + "\r\nContent-Length: " + bytes.length
                + "\r\nConnection: close\r\nCache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\n\r\n";
        socket.getOutputStream().write(head.getBytes(StandardCharsets.ISO_8859_1));
        socket.getOutputStream().write(bytes);
        socket.getOutputStream().flush();
    }

    @Override
    public void close() throws IOException {
        listener.close();
    }
}
