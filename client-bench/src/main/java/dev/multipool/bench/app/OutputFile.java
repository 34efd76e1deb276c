package dev.multipool.bench.app;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A file that a command was asked to write.
 *
 * @param option that asks for it
 * @param file where to; null when it was not asked for
 */
record OutputFile(String option, @Nullable Path file) {
    /** Writes one kind of file. */
    @FunctionalInterface
    interface Writer {
        void write(Path file) throws IOException;
    }

    /**
     * Looks whether all can be written, before a run that may take long; makes missing directories.
     *
     * @throws IllegalArgumentException when one cannot, or when two are the same file
     */
    static void check(OutputFile... outputs) {
        Map<Path, String> options = new HashMap<>();
        for (OutputFile output : outputs) {
            if (output.file == null) {
                continue;
            }
            Path whole = output.file.toAbsolutePath().normalize();
            output.check(whole);
            String other = options.put(whole, output.option);
            if (other != null) {
                throw new IllegalArgumentException(other + " and " + output.option + ": " + output.file
                        + " (expected: a file of its own for each)");
            }
        }
    }

    private void check(Path whole) {
        Path directory = whole.getParent();
        if (directory == null || Files.isDirectory(whole)) {
            throw new IllegalArgumentException(option + ": " + file + " is a directory (expected: a file)");
        }
        try {
            Files.createDirectories(directory);
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    option + ": " + file + " (expected: a file in a directory that can be made)", e);
        }
        if (!Files.isWritable(directory)) {
            throw new IllegalArgumentException(
                    option + ": " + file + " (expected: a file in a directory that can be written to)");
        }
    }

    /** Writes it, if it was asked for; a failure is a line for the user, so that it keeps no other file from being written. */
    void write(Writer writer, List<String> failures) {
        if (file == null) {
            return;
        }
        try {
            writer.write(file);
        } catch (IOException e) {
            failures.add(option + " " + file + ": cannot be written: " + e.getMessage());
        }
    }
}
