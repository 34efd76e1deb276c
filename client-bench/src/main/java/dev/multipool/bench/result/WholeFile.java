package dev.multipool.bench.result;

import java.io.IOException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Writes files as a whole: who reads one meanwhile sees the old one or the new one. */
public final class WholeFile {
    private WholeFile() {}

    /** Writes the text; makes the directory where there is none. */
    public static void write(Path file, String text) throws IOException {
        Path target = file.toAbsolutePath();
        Path directory = target.getParent();
        if (directory == null) {
            throw new IOException(file + " is a directory (expected: a file)");
        }
        Files.createDirectories(directory);
        // no createTempFile: its files are private to their owner, and a result is for all to read
        Path temporary = directory.resolve(
                "." + target.getFileName() + "." + ProcessHandle.current().pid() + ".tmp");
        try {
            Files.writeString(temporary, text);
            move(temporary, target);
        } finally {
            Files.deleteIfExists(temporary);
        }
    }

    private static void move(Path from, Path to) throws IOException {
        try {
            Files.move(from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (AtomicMoveNotSupportedException e) {
            // a file system without it: replacing is the best that it can do
            Files.move(from, to, StandardCopyOption.REPLACE_EXISTING);
        }
    }
}
