package dev.multipool.bench.machine;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The log that another JVM on this machine writes with {@code -Xlog:gc:file=…}. What belongs to a window is what the file
 * grew by in it: so no clocks have to be compared, and it does not matter which decorations the lines have.
 */
final class GcLog {
    /** {@code GC(7) Pause Young (Normal) (G1 Evacuation Pause) 24M->3M(256M) 3.123ms}, of any collector. */
    private static final Pattern PAUSE = Pattern.compile("GC\\(\\d+\\) (?:\\w: )?Pause .*?(\\d+\\.\\d+)ms$");

    private final Path file;

    private GcLog(Path file) {
        this.file = file;
    }

    /**
     * The log in this file.
     *
     * @throws IllegalArgumentException when it cannot be read
     */
    static GcLog at(Path file) {
        requireReadable(file);
        return new GcLog(file);
    }

    static void requireReadable(Path file) {
        if (!Files.isReadable(file) || Files.isDirectory(file)) {
            throw new IllegalArgumentException("serverGcLog: " + file
                    + " (expected: a file that the server writes by -Xlog:gc:file=" + file + ")");
        }
    }

    /** Its length now; null when it cannot be read any more. */
    @Nullable
    Long length() {
        try {
            return Files.size(file);
        } catch (IOException e) {
            return null;
        }
    }

    /** The pauses written between two lengths; null when the file was rotated meanwhile, or cannot be read any more. */
    @Nullable
    GcPauses between(@Nullable Long begin, @Nullable Long end) {
        if (begin == null || end == null || end < begin) {
            return null;
        }
        byte[] bytes = new byte[Math.toIntExact(end - begin)];
        try (RandomAccessFile log = new RandomAccessFile(file.toFile(), "r")) {
            log.seek(begin);
            log.readFully(bytes);
        } catch (IOException e) {
            return null;
        }
        List<Double> millis = new ArrayList<>();
        new String(bytes, StandardCharsets.UTF_8).lines().forEach(line -> {
            Matcher pause = PAUSE.matcher(line.stripTrailing());
            if (pause.find()) {
                millis.add(Double.valueOf(pause.group(1)));
            }
        });
        return GcPauses.of(millis);
    }
}
