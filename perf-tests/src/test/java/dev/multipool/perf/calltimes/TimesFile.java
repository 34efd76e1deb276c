package dev.multipool.perf.calltimes;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * Times of sampled calls, a line each: the call's number, then readings of the clock that all processes of a machine share, in
 * nanoseconds.
 *
 * <p><b>Threads:</b> any may write.
 */
final class TimesFile {
    private final PrintWriter lines;

    TimesFile(Path path) throws IOException {
        // a process may be ended without a word: each line is out at once
        lines = new PrintWriter(Files.newBufferedWriter(path), true);
    }

    synchronized void write(long call, long... nanos) {
        lines.println(LongStream.concat(LongStream.of(call), Arrays.stream(nanos))
                .mapToObj(Long::toString)
                .collect(Collectors.joining(" ")));
    }

    /** The readings of each call, by its number. */
    static Map<Long, long[]> read(Path path) throws IOException {
        Map<Long, long[]> calls = new HashMap<>();
        try (Stream<String> lines = Files.lines(path)) {
            lines.forEach(line -> {
                long[] numbers = Arrays.stream(line.split(" ", -1))
                        .mapToLong(Long::parseLong)
                        .toArray();
                calls.put(numbers[0], Arrays.copyOfRange(numbers, 1, numbers.length));
            });
        }
        return calls;
    }
}
