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
public final class ScatteredMemory implements AutoCloseable {
    static final Path IN_MEMORY = Path.of("/dev/shm");

    private static final int PAGE = 4096;
    private static final int PAGES_OF_A_MEBIBYTE = (1 << 20) / PAGE;
    private static final int FILES_OF_A_DIRECTORY = 1 << 10;

    private final Path root;
    private final int count;
    private final List<Path> files = new ArrayList<>();

    private ScatteredMemory(Path root, int count) {
        this.root = root;
        this.count = count;
    }

    /**
     * Takes memory, and gives half of it back.
     *
     * @param mebibytes that are taken
     */
    public static ScatteredMemory plant(int mebibytes) throws IOException {
        ScatteredMemory memory =
                new ScatteredMemory(Files.createTempDirectory(IN_MEMORY, "scattered"), mebibytes * PAGES_OF_A_MEBIBYTE);
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
        for (int i = 0; i < count; i++) {
            Path directory = root.resolve(Integer.toString(i / FILES_OF_A_DIRECTORY));
            if (i % FILES_OF_A_DIRECTORY == 0) {
                Files.createDirectory(directory);
            }
            Path file = directory.resolve(Integer.toString(i));
            files.add(file);
            Files.write(file, page);
        }
        Collections.shuffle(files, new Random(7));
        List<Path> half = files.subList(count / 2, count);
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
            for (int i = 0; i < count / FILES_OF_A_DIRECTORY; i++) {
                Files.deleteIfExists(root.resolve(Integer.toString(i)));
            }
            Files.delete(root);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
