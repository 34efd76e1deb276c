package dev.multipool.redis.source;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Sends commands to a Redis that a test set up, each over a connection of its own, without a client library. */
public final class RedisCommands {
    private static final int TIMEOUT_MILLIS = 10_000;

    private final int port;

    RedisCommands(int port) {
        this.port = port;
    }

    boolean answers() {
        try {
            return send("PING").equals("PONG");
        } catch (IOException | IllegalStateException e) {
            return false;
        }
    }

    /** The answer in one string; the parts of a list are apart by a space. An error of Redis is one here. */
    public String text(String... command) {
        try {
            return sendAgainAfterAnEnd(command);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A server whose role a Sentinel changes ends all connections, once. */
    private String sendAgainAfterAnEnd(String... command) throws IOException {
        try {
            return send(command);
        } catch (EOFException e) {
            return send(command);
        }
    }

    private String send(String... command) throws IOException {
        StringBuilder request = new StringBuilder("*" + command.length + "\r\n");
        for (String part : command) {
            request.append('$')
                    .append(part.getBytes(StandardCharsets.UTF_8).length)
                    .append("\r\n")
                    .append(part)
                    .append("\r\n");
        }
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), TIMEOUT_MILLIS);
            socket.setSoTimeout(TIMEOUT_MILLIS);
            socket.getOutputStream().write(request.toString().getBytes(StandardCharsets.UTF_8));
            return read(new BufferedInputStream(socket.getInputStream()), command[0]);
        }
    }

    private static String read(InputStream in, String command) throws IOException {
        String line = line(in);
        String rest = line.substring(1);
        switch (line.charAt(0)) {
            case '-' -> throw new IllegalStateException(command + ": " + rest);
            case '$' -> {
                int length = Integer.parseInt(rest);
                if (length < 0) {
                    return "";
                }
                String text = new String(in.readNBytes(length), StandardCharsets.UTF_8);
                line(in);
                return text;
            }
            case '*' -> {
                List<String> parts = new ArrayList<>();
                for (int i = Integer.parseInt(rest); i > 0; i--) {
                    parts.add(read(in, command));
                }
                return String.join(" ", parts);
            }
            default -> {
                return rest;
            }
        }
    }

    private static String line(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int c = in.read(); c != '\n'; c = in.read()) {
            if (c < 0) {
                throw new EOFException("Redis closed the connection");
            }
            line.append((char) c);
        }
        return line.toString().strip();
    }
}
