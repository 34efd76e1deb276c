package dev.multipool.rpc.server.admin;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import one.profiler.AsyncProfiler;

/** Takes a profile of this JVM with async-profiler, one at a time. */
final class ProfilePage implements AdminPage {
    static final Duration LONGEST = Duration.ofMinutes(2);

    private static final List<String> EVENTS = List.of("cpu", "wall", "alloc", "lock");
    private static final List<String> FORMATS = List.of("html", "jfr");

    private final Semaphore one = new Semaphore(1);
    private final CountDownLatch closed = new CountDownLatch(1);

    @Override
    public AdminAnswer answer(AdminRequest request) throws IOException, InterruptedException {
        request.requireOnly("event", "seconds", "format");
        String event = oneOf(request, "event", EVENTS);
        String format = oneOf(request, "format", FORMATS);
        int seconds = request.number("seconds", 10, 1, (int) LONGEST.toSeconds());
        if (!one.tryAcquire()) {
            throw new AdminException(409, "a profile is being taken (expected: one at a time)");
        }
        try {
            return profile(load(), event, format, seconds);
        } finally {
            one.release();
        }
    }

    private static String oneOf(AdminRequest request, String name, List<String> words) {
        String word = request.query().getOrDefault(name, words.get(0));
        if (!words.contains(word)) {
            throw new AdminException(400, name + ": \"" + word + "\" (expected: one of " + words + ")");
        }
        return word;
    }

    private static AsyncProfiler load() {
        try {
            return AsyncProfiler.getInstance();
        } catch (LinkageError | IllegalStateException e) {
            throw new AdminException(
                    503,
                    "async-profiler can't be loaded: " + e
                            + " (expected: Linux on x64 or arm64, or macOS, and tools.profiler:async-profiler on the class"
                            + " path)");
        }
    }

    private AdminAnswer profile(AsyncProfiler profiler, String event, String format, int seconds)
            throws IOException, InterruptedException {
        Path file = Files.createTempFile("multipool-profile-", "." + format);
        String output = (format.equals("jfr") ? "jfr," : "threads,") + "file=" + file;
        try {
            execute(profiler, "start,event=" + event + "," + output);
            try {
                if (closed.await(seconds, TimeUnit.SECONDS)) {
                    throw new AdminException(503, "the server stops");
                }
            } finally {
                execute(profiler, "stop," + output);
            }
            return AdminAnswer.bytes(
                    format.equals("jfr") ? "application/octet-stream" : "text/html; charset=utf-8",
                    Files.readAllBytes(file));
        } finally {
            Files.deleteIfExists(file);
        }
    }

    private static void execute(AsyncProfiler profiler, String command) throws IOException {
        try {
            profiler.execute(command);
        } catch (IllegalStateException | IllegalArgumentException e) {
            throw new AdminException(503, "async-profiler: " + e.getMessage());
        }
    }

    /** Ends a profile that is being taken. */
    void close() {
        closed.countDown();
    }
}
