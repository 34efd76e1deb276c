package dev.multipool.bench.http;

import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.ServerSocketFactory;
import org.jspecify.annotations.Nullable;

/** Answers each request with the bytes that a script makes of it, so that it can send what no HTTP server would. */
final class ScriptedHttpServer implements Closeable {
    /** Makes the answer; null closes the connection without one. */
    interface Script {
        byte @Nullable [] answer(Request request) throws InterruptedException;
    }

    /**
     * A request as it came.
     *
     * @param line the first one
     * @param head with the headers
     * @param body as text
     * @param number how many came before, on all connections
     */
    record Request(String line, String head, String body, long number) {}

    private final ServerSocket listener;
    private final Script script;
    private final AtomicLong requests = new AtomicLong();
    private final Queue<Request> kept = new ConcurrentLinkedQueue<>();
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final AtomicLong connections = new AtomicLong();
    private volatile boolean resets;

    private ScriptedHttpServer(ServerSocket listener, Script script) {
        this.listener = listener;
        this.script = script;
        Thread acceptor = new Thread(this::accept, "scripted-http");
        acceptor.setDaemon(true);
        acceptor.start();
    }

    static ScriptedHttpServer start(Script script) throws IOException {
        return start(ServerSocketFactory.getDefault(), script);
    }

    static ScriptedHttpServer start(ServerSocketFactory sockets, Script script) throws IOException {
        return new ScriptedHttpServer(sockets.createServerSocket(0, 1024, InetAddress.getLoopbackAddress()), script);
    }

    /** From now on a connection that is closed is reset. */
    ScriptedHttpServer resetting() {
        resets = true;
        return this;
    }

    static byte[] ok(String body) {
        return status(200, body);
    }

    static byte[] status(int status, String body) {
        return bytes("HTTP/1.1 " + status + " X\r\nContent-Length: " + body.length() + "\r\n\r\n" + body);
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    int port() {
        return listener.getLocalPort();
    }

    long requests() {
        return requests.get();
    }

    long connections() {
        return connections.get();
    }

    Queue<Request> kept() {
        return kept;
    }

    /** Waits until the client has closed all its connections, or these were closed before. */
    void awaitAllClosed() throws InterruptedException {
        long deadlineNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (!open.isEmpty()) {
            if (System.nanoTime() - deadlineNanos > 0) {
                throw new AssertionError(open + " are still open");
            }
            Thread.sleep(5);
        }
    }

    private void accept() {
        try {
            while (true) {
                Socket socket = listener.accept();
                connections.incrementAndGet();
                open.add(socket);
                Thread thread = new Thread(() -> serve(socket), "scripted-http-connection");
                thread.setDaemon(true);
                thread.start();
            }
        } catch (IOException e) {
            // closed
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            if (resets) {
                socket.setSoLinger(true, 0);
            }
            InputStream in = new BufferedInputStream(socket.getInputStream());
            OutputStream out = socket.getOutputStream();
            for (Request request = read(in); request != null; request = read(in)) {
                if (kept.size() < 1000) {
                    kept.add(request);
                }
                byte @Nullable [] answer = script.answer(request);
                if (answer == null) {
                    return;
                }
                out.write(answer);
                out.flush();
                if (new String(answer, StandardCharsets.ISO_8859_1).contains("Connection: close")) {
                    return;
                }
            }
        } catch (IOException e) {
            // the client went away
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            open.remove(socket);
        }
    }

    private @Nullable Request read(InputStream in) throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int next = in.read();
            if (next < 0) {
                return null;
            }
            head.append((char) next);
        }
        String text = head.toString();
        int length = text.lines()
                .filter(line -> line.toLowerCase(java.util.Locale.ROOT).startsWith("content-length:"))
                .mapToInt(line -> Integer.parseInt(line.substring(15).strip()))
                .findFirst()
                .orElse(0);
        String body = new String(in.readNBytes(length), StandardCharsets.UTF_8);
        return new Request(text.lines().findFirst().orElse(""), text, body, requests.getAndIncrement());
    }

    @Override
    public void close() throws IOException {
        listener.close();
        for (Socket socket : open) {
            socket.close();
        }
    }
}
