package dev.multipool.laboratory.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** Commands a process that runs a {@link LineServer}: a line there, a line back. */
public final class LineClient implements AutoCloseable {
    private final Socket socket;
    private final BufferedReader answers;
    private final PrintWriter lines;

    private LineClient(Socket socket) throws IOException {
        this.socket = socket;
        this.answers = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
        this.lines = new PrintWriter(socket.getOutputStream(), true, StandardCharsets.UTF_8);
    }

    public static LineClient connect(int port) throws IOException {
        return new LineClient(new Socket(InetAddress.getLoopbackAddress(), port));
    }

    public void send(String line) {
        lines.println(line);
    }

    /** Whether an answer has come. */
    boolean isAnswered() throws IOException {
        return answers.ready();
    }

    /**
     * Waits for the answer to the line that was sent.
     *
     * @throws IOException when the process has ended, or does not answer in time
     */
    public String receive(Duration atMost) throws IOException {
        socket.setSoTimeout(Math.toIntExact(atMost.toMillis()));
        String answer = answers.readLine();
        if (answer == null) {
            throw new IOException("the process on port " + socket.getPort() + " has ended");
        }
        return answer;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
