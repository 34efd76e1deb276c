package dev.multipool.rpc.server.app;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Counts the reads of each user that a Redis is asked for, whoever asks. */
final class RedisMonitor implements AutoCloseable {
    private static final Pattern READ = Pattern.compile("\"GET\" \"user:(\\d+)\"", Pattern.CASE_INSENSITIVE);

    private final Map<Long, AtomicInteger> reads = new ConcurrentHashMap<>();
    private final Socket socket;
    private final BufferedReader commands;

    RedisMonitor(URI redis) throws IOException {
        socket = new Socket(redis.getHost(), redis.getPort());
        commands = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
        socket.getOutputStream().write("MONITOR\r\n".getBytes(StandardCharsets.US_ASCII));
        if (!"+OK".equals(commands.readLine())) {
            throw new IOException("Redis does not tell its commands");
        }
        new Thread(this::count, "redis-monitor").start();
    }

    Map<Long, AtomicInteger> reads() {
        return reads;
    }

    private void count() {
        try {
            for (String line = commands.readLine(); line != null; line = commands.readLine()) {
                Matcher read = READ.matcher(line);
                if (read.find()) {
                    reads.computeIfAbsent(Long.valueOf(read.group(1)), id -> new AtomicInteger())
                            .incrementAndGet();
                }
            }
        } catch (IOException e) {
            // closed: the test has seen what it wanted
            return;
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
