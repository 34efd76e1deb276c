package dev.multipool.redis.source;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/*
 * Just enough HTTP to ask a Docker engine three questions, because the JDK's client knows no Unix-domain sockets.
 *
 * HTTP/1.0: the server neither chunks nor keeps the connection, so an answer ends with its connection (or with its
 * Content-Length, for a server that leaves it open). Every step waits in a selector until the deadline and no longer.
 */
/** Sends one request to a Docker engine within a deadline. */
final class DockerHttp {
    private static final int LARGEST_ANSWER = 4 << 20;
    private static final Pattern STATUS = Pattern.compile("HTTP/1\\.[01] (\\d{3})\\b");
    private static final Pattern LENGTH = Pattern.compile("(?im)^Content-Length:\\s*(\\d+)\\s*$");

    private final DockerEndpoint endpoint;

    DockerHttp(DockerEndpoint endpoint) {
        this.endpoint = endpoint;
    }

    /** An answer: its status and its body. */
    record Answer(int status, String body) {}

    /**
     * @throws SocketTimeoutException when the deadline passed
     * @throws IOException when nobody listens, or what answers is not HTTP
     */
    Answer send(String method, String path, Deadline deadline) throws IOException {
        try (SocketChannel channel = endpoint.open();
                Selector selector = Selector.open()) {
            channel.configureBlocking(false);
            SelectionKey key = channel.register(selector, 0);
            boolean connected = channel.connect(endpoint.address());
            while (!connected) {
                await(key, SelectionKey.OP_CONNECT, deadline);
                connected = channel.finishConnect();
            }
            String head = method + " " + path + " HTTP/1.0\r\nHost: docker\r\nContent-Length: 0\r\n\r\n";
            ByteBuffer request = ByteBuffer.wrap(head.getBytes(StandardCharsets.US_ASCII));
            while (request.hasRemaining()) {
                if (channel.write(request) == 0) {
                    await(key, SelectionKey.OP_WRITE, deadline);
                }
            }
            return read(channel, key, deadline);
        }
    }

    private static Answer read(SocketChannel channel, SelectionKey key, Deadline deadline) throws IOException {
        ByteArrayOutputStream received = new ByteArrayOutputStream();
        ByteBuffer buffer = ByteBuffer.allocate(8192);
        while (received.size() < LARGEST_ANSWER && !isComplete(received)) {
            int read = channel.read(buffer);
            if (read < 0) {
                break;
            }
            if (read == 0) {
                await(key, SelectionKey.OP_READ, deadline);
            }
            received.write(buffer.array(), 0, buffer.position());
            buffer.clear();
        }
        String text = received.toString(StandardCharsets.ISO_8859_1);
        Matcher status = STATUS.matcher(text);
        if (!status.lookingAt()) {
            throw new IOException(
                    text.isEmpty() ? "it closes the connection without an answer" : "its answer is not HTTP");
        }
        int bodyStart = text.indexOf("\r\n\r\n");
        return new Answer(Integer.parseInt(status.group(1)), bodyStart < 0 ? "" : text.substring(bodyStart + 4));
    }

    private static boolean isComplete(ByteArrayOutputStream received) {
        String text = received.toString(StandardCharsets.ISO_8859_1);
        int bodyStart = text.indexOf("\r\n\r\n");
        if (bodyStart < 0) {
            return false;
        }
        Matcher length = LENGTH.matcher(text.substring(0, bodyStart));
        return length.find() && text.length() - bodyStart - 4 >= Long.parseLong(length.group(1));
    }

    private static void await(SelectionKey key, int operation, Deadline deadline) throws IOException {
        Duration remaining = deadline.remaining();
        if (remaining.isZero()) {
            throw new SocketTimeoutException(
                    "no answer within " + deadline.limit().toMillis() + " ms");
        }
        key.interestOps(operation);
        // A timeout of 0 would mean: wait forever.
        key.selector().select(Math.max(1, remaining.toMillis()));
        key.selector().selectedKeys().clear();
        if (Thread.currentThread().isInterrupted()) {
            throw new IOException("interrupted");
        }
    }
}
