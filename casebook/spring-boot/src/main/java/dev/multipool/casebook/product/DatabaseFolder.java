package dev.multipool.casebook.product;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The folder of one database, for one process at a time. Several of these services run beside each other, each with a
 * database of its own.
 *
 * <p><b>Threads:</b> any. <b>Lifecycle:</b> closing it, or the end of this process, leaves the folder to the next one.
 */
final class DatabaseFolder implements AutoCloseable {
    private final Path path;
    private final FileChannel lockFile;

    private DatabaseFolder(Path path, FileChannel lockFile) {
        this.path = path;
        this.lockFile = lockFile;
    }

    /** The first one below this folder that nobody uses. */
    static DatabaseFolder reserve(Path folder) throws IOException {
        int number = 1;
        while (true) {
            Path path = folder.resolve("data-" + number);
            FileChannel lockFile = FileChannel.open(
                    folder.resolve("data-" + number + ".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            if (tryLock(lockFile)) {
                return new DatabaseFolder(path, lockFile);
            }
            lockFile.close();
            number++;
        }
    }

    private static boolean tryLock(FileChannel lockFile) throws IOException {
        try {
            FileLock lock = lockFile.tryLock();
            return lock != null;
        } catch (OverlappingFileLockException e) {
            // another one of this very process
            return false;
        }
    }

    Path path() {
        return path;
    }

    @Override
    public void close() {
        try {
            lockFile.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
