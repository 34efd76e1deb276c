package dev.multipool.laboratory.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/** The end of a {@link LineClient} in a process that the laboratory commands: answers each line with one line or several. */
public final class LineServer implements AutoCloseable {
    /** Answers one line. */
    @FunctionalInterface
    public interface Answer {
        String to(String line) throws Exception;
    }

    /** Answers one line with as many lines as it likes. */
    @FunctionalInterface
    public interface Conversation {
        void about(String line, Consumer<String> reply) throws Exception;
    }

    private final ServerSocket socket;

    private LineServer(ServerSocket socket) {
        this.socket = socket;
    }

    /** Listens on a free port of the loopback interface. */
    public static LineServer listen() throws IOException {
        return new LineServer(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
    }

    public int port() {
        return socket.getLocalPort();
    }

    /** Answers the lines of one connection, one after the other, until it is closed. */
    public void serve(Answer answer) throws Exception {
        converse((line, reply) -> reply.accept(answer.to(line)));
    }

    /** The same with answers of several lines, each of which is sent at once. */
    public void converse(Conversation conversation) throws Exception {
        try (Socket connection = socket.accept();
                BufferedReader lines =
                        new BufferedReader(new InputStreamReader(connection.getInputStream(), StandardCharsets.UTF_8));
                PrintWriter answers = new PrintWriter(connection.getOutputStream(), true, StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                conversation.about(line, answers::println);
            }
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
