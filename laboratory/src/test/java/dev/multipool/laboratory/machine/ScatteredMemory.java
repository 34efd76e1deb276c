package dev.multipool.laboratory.machine;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * Free memory in single pages all over the machine, as it lies after a day of work: files of a page each are written into memory, and
 * every second one, in no order, is deleted.
 */
final class ScatteredMemory implements AutoCloseable {
    static final Path IN_MEMORY = Path.of("/dev/shm");

    private static final int PAGE = 4096;
    private static final int FILES = 1 << 18;
    private static final int FILES_OF_A_DIRECTORY = 1 << 10;

    private final Path root;
    private final List<Path> files = new ArrayList<>();

    private ScatteredMemory(Path root) {
        this.root = root;
    }

    /** Takes 1 GiB of memory, and gives half of it back. */
    static ScatteredMemory plant() throws IOException {
        ScatteredMemory memory = new ScatteredMemory(Files.createTempDirectory(IN_MEMORY, "scattered"));
        boolean done = false;
        try {
            memory.scatter();
            done = true;
            return memory;
        } finally {
            if (!done) {
                memory.close();
            }
        }
    }

    private void scatter() throws IOException {
        byte[] page = new byte[PAGE];
        for (int i = 0; i < FILES; i++) {
            Path directory = root.resolve(Integer.toString(i / FILES_OF_A_DIRECTORY));
            if (i % FILES_OF_A_DIRECTORY == 0) {
                Files.createDirectory(directory);
            }
            Path file = directory.resolve(Integer.toString(i));
            files.add(file);
            Files.write(file, page);
        }
        Collections.shuffle(files, new Random(7));
        List<Path> half = files.subList(FILES / 2, FILES);
        for (Path file : half) {
            Files.delete(file);
        }
        half.clear();
    }

    @Override
    public void close() {
        try {
            for (Path file : files) {
                Files.deleteIfExists(file);
            }
            for (int i = 0; i < FILES / FILES_OF_A_DIRECTORY; i++) {
                Files.deleteIfExists(root.resolve(Integer.toString(i)));
            }
            Files.delete(root);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
