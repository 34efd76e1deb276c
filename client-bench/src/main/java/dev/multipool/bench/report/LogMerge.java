package dev.multipool.bench.report;

import dev.multipool.bench.result.Percentiles;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.HdrHistogram.AbstractHistogram;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.jspecify.annotations.Nullable;

/**
 * Reads interval logs and adds them up, each tag on its own.
 *
 * <p>Logs say when their intervals were by the wall clock of the machine that wrote them, so logs of several machines line
 * up as well as these clocks do; percentiles do not depend on it.
 */
public final class LogMerge {
    private static final int SIGNIFICANT_DIGITS = 3;
    private static final double MILLIS_PER_SECOND = 1e3;

    private final List<String> files = new ArrayList<>();
    private final Map<String, NavigableMap<Long, Second>> byTag = new TreeMap<>();
    private final Map<String, Integer> filesWithTag = new TreeMap<>();
    private final NavigableMap<Long, Long> covered = new TreeMap<>();

    /**
     * Adds a log.
     *
     * @throws IOException when it cannot be read or is no interval log; the message names the file, and the line
     */
    public void add(Path file) throws IOException {
        List<String> lines = lines(file);
        Set<String> tags = new HashSet<>();
        HistogramLogReader reader = new HistogramLogReader(
                new ByteArrayInputStream(String.join("\n", lines).concat("\n").getBytes(StandardCharsets.UTF_8)));
        for (int i = 0; i < lines.size(); i++) {
            if (isInterval(lines.get(i))) {
                tags.add(add(next(reader, file, i + 1)));
            }
        }
        if (tags.isEmpty()) {
            throw new IOException(file + ": no interval (expected: an HdrHistogram interval log, as --hlog writes it)");
        }
        tags.forEach(tag -> filesWithTag.merge(tag, 1, Integer::sum));
        files.add(file.toString());
    }

    private static List<String> lines(Path file) throws IOException {
        try {
            return Files.readAllLines(file);
        } catch (NoSuchFileException e) {
            throw new IOException(file + ": no such file", e);
        } catch (IOException e) {
            throw new IOException(
                    file + ": cannot be read as text (expected: an HdrHistogram interval log): " + e.getMessage(), e);
        }
    }

    private static boolean isInterval(String line) {
        return !line.isBlank() && !line.startsWith("#") && !line.startsWith("\"StartTimestamp\"");
    }

    private static AbstractHistogram next(HistogramLogReader reader, Path file, int line) throws IOException {
        EncodableHistogram histogram;
        try {
            histogram = reader.nextIntervalHistogram();
        } catch (RuntimeException e) {
            // whatever HdrHistogram's decoder trips over
            throw notAnInterval(file, line, e);
        }
        if (!(histogram instanceof AbstractHistogram whole)) {
            throw notAnInterval(file, line, null);
        }
        return whole;
    }

    private static IOException notAnInterval(Path file, int line, @Nullable RuntimeException cause) {
        return new IOException(
                file + ": line " + line + " is no interval (expected: start, length, largest value and a histogram of"
                        + " nanoseconds, as HdrHistogram logs them)",
                cause);
    }

    private String add(AbstractHistogram interval) {
        String tag = interval.getTag() == null ? "" : interval.getTag();
        long startMillis = interval.getStartTimeStamp();
        byTag.computeIfAbsent(tag, name -> new TreeMap<>())
                .computeIfAbsent(Math.floorDiv(startMillis, (long) MILLIS_PER_SECOND), key -> new Second(startMillis))
                .add(interval);
        covered.merge(startMillis, interval.getEndTimeStamp(), Math::max);
        return tag;
    }

    /**
     * All that was added.
     *
     * @throws IllegalArgumentException when no tag is in all logs
     */
    public MergedLog result() {
        Set<String> common = commonTags();
        double seconds = coveredMillis() / MILLIS_PER_SECOND;
        List<MergedLog.Part> parts = new ArrayList<>();
        for (String tag : common) {
            Histogram all = new Histogram(SIGNIFICANT_DIGITS);
            seconds(tag).values().forEach(second -> all.add(second.nanos));
            long values = all.getTotalCount();
            parts.add(new MergedLog.Part(tag, values, seconds > 0 ? values / seconds : 0, Percentiles.of(all)));
        }
        Set<String> leftOut = new TreeSet<>(byTag.keySet());
        leftOut.removeAll(common);
        return new MergedLog(
                files, Instant.ofEpochMilli(covered.firstKey()).toString(), seconds, parts, List.copyOf(leftOut));
    }

    /**
     * Writes what {@link #result} tells about as one log: intervals that began in the same second are one.
     *
     * @throws IllegalArgumentException when no tag is in all logs
     */
    public void write(Path file) throws IOException {
        long startMillis = covered.firstKey();
        IntervalLog log = new IntervalLog(startMillis);
        for (String tag : commonTags()) {
            seconds(tag)
                    .values()
                    .forEach(second -> log.add(
                            tag,
                            (second.startMillis - startMillis) / MILLIS_PER_SECOND,
                            (second.endMillis - second.startMillis) / MILLIS_PER_SECOND,
                            second.nanos));
        }
        log.write(file);
    }

    private NavigableMap<Long, Second> seconds(String tag) {
        return byTag.getOrDefault(tag, new TreeMap<>());
    }

    private Set<String> commonTags() {
        Set<String> common = new TreeSet<>();
        filesWithTag.forEach((tag, count) -> {
            if (count == files.size()) {
                common.add(tag);
            }
        });
        if (common.isEmpty()) {
            throw new IllegalArgumentException(
                    "the logs have no tag in common: " + byTag.keySet() + " (expected: one that all of them have)");
        }
        return common;
    }

    private long coveredMillis() {
        long millis = 0;
        long untilMillis = Long.MIN_VALUE;
        for (Map.Entry<Long, Long> interval : covered.entrySet()) {
            long fromMillis = Math.max(interval.getKey(), untilMillis);
            millis += Math.max(0, interval.getValue() - fromMillis);
            untilMillis = Math.max(untilMillis, interval.getValue());
        }
        return millis;
    }

    /** What began within one second. */
    private static final class Second {
        private final Histogram nanos = new Histogram(SIGNIFICANT_DIGITS);
        private long startMillis;
        private long endMillis;

        Second(long startMillis) {
            this.startMillis = startMillis;
            this.endMillis = startMillis;
        }

        void add(AbstractHistogram interval) {
            nanos.add(interval);
            startMillis = Math.min(startMillis, interval.getStartTimeStamp());
            endMillis = Math.max(endMillis, interval.getEndTimeStamp());
        }
    }
}
