package dev.multipool.rpc.server.admin;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Listens to server-sent events by hand, so that a test decides what is read and when. */
final class StreamReader implements AutoCloseable {
    private static final int SMALL_BUFFER = 4096;

    private final Socket socket;
    private final BufferedReader lines;

    private StreamReader(Socket socket) throws IOException {
        this.socket = socket;
        this.lines = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
    }

    /** Asks for the stream and reads nothing yet; little fits into its buffer. */
    static StreamReader open(InetSocketAddress admin, String... headers) throws IOException {
        Socket socket = new Socket();
        socket.setReceiveBufferSize(SMALL_BUFFER);
        return open(socket, admin, headers);
    }

    /** The same with the system's buffer, for who reads much. */
    static StreamReader openKeen(InetSocketAddress admin) throws IOException {
        return open(new Socket(), admin);
    }

    private static StreamReader open(Socket socket, InetSocketAddress admin, String... headers) throws IOException {
        socket.setSoTimeout(20_000);
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), admin.getPort()));
        StringBuilder request = new StringBuilder("GET /live/events HTTP/1.1\r\nHost: localhost\r\n");
        for (String header : headers) {
            request.append(header).append("\r\n");
        }
        StreamReader reader = new StreamReader(socket);
        reader.send(request.append("\r\n").toString());
        return reader;
    }

    void send(String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
    }

    /** The head of the answer: its status line and headers. */
    List<String> head() throws IOException {
        return untilEmptyLine();
    }

    /** The lines of the next event; none at the end of the stream. */
    List<String> event() throws IOException {
        return untilEmptyLine();
    }

    private List<String> untilEmptyLine() throws IOException {
        List<String> read = new ArrayList<>();
        for (String line = lines.readLine(); line != null && !line.isEmpty(); line = lines.readLine()) {
            read.add(line);
        }
        return read;
    }

    /** Reads to the end, which must come: a reset is one too. */
    long eventsToTheEnd() throws IOException {
        long events = 0;
        try {
            while (!event().isEmpty()) {
                events++;
            }
        } catch (SocketException e) {
            return events;
        }
        return events;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
