package dev.multipool.laboratory.service;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a service prints: all is read, its head goes into a file, its tail is kept and put behind it at the end.
 *
 * <p><b>Threads:</b> one reads; the tail is guarded by this object.
 */
final class BoundedConsole {
    static final int HEAD_BYTES = 1 << 20;
    static final int TAIL_BYTES = 1 << 20;
    private static final int LONGEST_LINE = 4_096;

    private final Path file;
    private final @Nullable Pattern sought;
    private final byte[] tail = new byte[TAIL_BYTES];
    private final StringBuilder line = new StringBuilder();
    private long total;
    private boolean seen;
    private boolean written;

    /**
     * Makes one.
     *
     * @param file that is written
     * @param sought what a line has to hold for {@link #seen}; null for nothing
     */
    BoundedConsole(Path file, @Nullable Pattern sought) {
        this.file = file;
        this.sought = sought;
    }

    Thread drain(InputStream input) {
        Thread reader = new Thread(() -> read(input), "service-console");
        reader.setDaemon(true);
        reader.start();
        return reader;
    }

    /** Goes on whatever becomes of the file: a service whose output nobody reads would stand still. */
    private void read(InputStream input) {
        byte[] buffer = new byte[1 << 16];
        try (input) {
            for (int read = input.read(buffer); read >= 0; read = input.read(buffer)) {
                int toHead = (int) Math.min(read, Math.max(0, HEAD_BYTES - total()));
                if (toHead > 0) {
                    write(buffer, 0, toHead);
                }
                keep(buffer, read);
            }
        } catch (IOException e) {
            // the service is gone
        }
    }

    private void write(byte[] bytes, int from, int count) {
        try (OutputStream end = Files.newOutputStream(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
            end.write(bytes, from, count);
        } catch (IOException e) {
            // the disk is full: the tail is still kept in memory
        }
    }

    /** Bytes that were printed so far. */
    synchronized long total() {
        return total;
    }

    private synchronized void keep(byte[] bytes, int count) {
        for (int i = 0; i < count; ) {
            int at = (int) (total % TAIL_BYTES);
            int part = Math.min(count - i, TAIL_BYTES - at);
            System.arraycopy(bytes, i, tail, at, part);
            total += part;
            i += part;
        }
        if (sought != null && !seen) {
            seek(sought, new String(bytes, 0, count, StandardCharsets.UTF_8));
        }
    }

    private void seek(Pattern pattern, String text) {
        for (int i = 0; i < text.length() && !seen; i++) {
            char c = text.charAt(i);
            if (c != '\n' && line.length() < LONGEST_LINE) {
                line.append(c);
            } else {
                seen = matches(pattern);
                line.setLength(0);
            }
        }
    }

    private boolean matches(Pattern pattern) {
        try {
            return pattern.matcher(line).find();
        } catch (StackOverflowError e) {
            // somebody's expression on a long line
            return false;
        }
    }

    /** Whether a line held what is sought. */
    synchronized boolean seen() {
        return seen || (sought != null && matches(sought));
    }

    /** The last lines of what was printed so far. */
    synchronized List<String> lastLines(int count) {
        List<String> lines =
                new String(tailBytes(), StandardCharsets.UTF_8).lines().toList();
        return List.copyOf(lines.subList(Math.max(0, lines.size() - count), lines.size()));
    }

    /** Puts the tail into the file; only when the reader has ended. */
    synchronized void finish() {
        if (written || total <= HEAD_BYTES) {
            return;
        }
        written = true;
        byte[] kept = tailBytes();
        int from = (int) Math.max(0, kept.length - (total - HEAD_BYTES));
        long leftOut = total - HEAD_BYTES - (kept.length - from);
        if (leftOut > 0) {
            byte[] note = ("\n[" + leftOut + " bytes left out]\n").getBytes(StandardCharsets.UTF_8);
            write(note, 0, note.length);
        }
        write(kept, from, kept.length - from);
    }

    private byte[] tailBytes() {
        int length = (int) Math.min(total, TAIL_BYTES);
        byte[] bytes = new byte[length];
        int start = total <= TAIL_BYTES ? 0 : (int) (total % TAIL_BYTES);
        int part = Math.min(length, TAIL_BYTES - start);
        System.arraycopy(tail, start, bytes, 0, part);
        System.arraycopy(tail, 0, bytes, part, length - part);
        return bytes;
    }
}
