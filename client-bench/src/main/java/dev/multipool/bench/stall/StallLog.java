package dev.multipool.bench.stall;

import dev.multipool.bench.stall.Stall.Cause;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * A file of stalls that one process writes and others read while it grows: one line each.
 *
 * <p><b>Threads:</b> any may write; each reader belongs to one thread.
 */
public final class StallLog implements Consumer<Stall> {
    private static final String SEPARATOR = " ";
    private static final int FIELDS = 4;

    private final Path file;

    private StallLog(Path file) {
        this.file = file;
    }

    /** Begins an empty file. */
    public static StallLog create(Path file) throws IOException {
        Files.writeString(file, "");
        return new StallLog(file);
    }

    /** Goes on with a file that another process began: both may write. */
    public static StallLog append(Path file) {
        return new StallLog(file);
    }

    @Override
    public synchronized void accept(Stall stall) {
        try {
            Files.writeString(file, line(stall), StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(file + " can't be written", e);
        }
    }

    private static String line(Stall stall) {
        return String.join(
                        SEPARATOR,
                        Long.toString(stall.beginNanos()),
                        Long.toString(stall.endNanos()),
                        stall.cause().name(),
                        Integer.toString(stall.cpu()))
                + "\n";
    }

    /** Reads what another process writes, from the file's begin on. */
    public static final class Reader {
        private final Path file;
        private long position;

        public Reader(Path file) {
            this.file = file;
        }

        /**
         * The stalls since the last time; a line that is not complete yet comes the next time.
         *
         * @throws IOException when the file can't be read, or holds something else
         */
        public List<Stall> readNew() throws IOException {
            try (RandomAccessFile in = new RandomAccessFile(file.toFile(), "r")) {
                byte[] bytes = new byte[Math.toIntExact(in.length() - position)];
                in.seek(position);
                in.readFully(bytes);
                String text = new String(bytes, StandardCharsets.US_ASCII);
                String whole = text.substring(0, text.lastIndexOf('\n') + 1);
                position += whole.length();
                List<Stall> stalls = new ArrayList<>();
                for (String line : whole.lines().toList()) {
                    stalls.add(parse(line));
                }
                return stalls;
            }
        }

        private Stall parse(String line) throws IOException {
            String[] fields = line.split(SEPARATOR, -1);
            try {
                if (fields.length == FIELDS) {
                    return new Stall(
                            Long.parseLong(fields[0]),
                            Long.parseLong(fields[1]),
                            Cause.valueOf(fields[2]),
                            Integer.parseInt(fields[3]));
                }
            } catch (IllegalArgumentException e) {
                throw new IOException(file + ": not a stall: " + line, e);
            }
            throw new IOException(file + ": not a stall: " + line + " (expected: begin end cause cpu)");
        }
    }
}
