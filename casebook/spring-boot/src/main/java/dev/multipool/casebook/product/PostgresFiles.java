package dev.multipool.casebook.product;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.tukaani.xz.XZInputStream;

/**
 * Where PostgreSQL's programs and the database lie: in a folder of this user below the one for temporary files. There every user
 * may read the programs, which a home folder would not allow.
 */
final class PostgresFiles {
    private static final Set<PosixFilePermission> READABLE = PosixFilePermissions.fromString("rwxr-xr-x");
    private static final Set<PosixFilePermission> WRITABLE_BY_OTHERS =
            Set.of(PosixFilePermission.GROUP_WRITE, PosixFilePermission.OTHERS_WRITE);
    /** In the jar of the programs, for the processor that the build was made on. */
    private static final List<String> ARCHIVES = List.of("/postgres-linux-x86_64.txz", "/postgres-linux-arm_64.txz");

    private static final int EXECUTABLE = 0111;

    private PostgresFiles() {}

    /**
     * This user's own folder, made where it is missing.
     *
     * @throws IOException when somebody else owns it or may write into it
     */
    static Path folder() throws IOException {
        String user = System.getProperty("user.name");
        Path folder = Path.of(System.getProperty("java.io.tmpdir"), "multipool-casebook-" + user);
        try {
            Files.createDirectory(folder);
            // whatever the umask is
            Files.setPosixFilePermissions(folder, READABLE);
        } catch (FileAlreadyExistsException e) {
            if (Files.isSymbolicLink(folder)
                    || !Files.getOwner(folder).getName().equals(user)
                    || Files.getPosixFilePermissions(folder).stream().anyMatch(WRITABLE_BY_OTHERS::contains)) {
                throw new IOException(folder + " (expected: a folder that " + user + " alone may write)", e);
            }
        }
        return folder;
    }

    /** The folder of the programs, unpacked where they are missing. */
    static Path programs(Path folder) throws IOException {
        Path programs = folder.resolve("programs");
        if (!Files.isDirectory(programs)) {
            Path unpacked = Files.createTempDirectory(folder, "unpacked");
            Files.setPosixFilePermissions(unpacked, READABLE);
            try (InputStream archive = archive();
                    TarArchiveInputStream tar =
                            new TarArchiveInputStream(new XZInputStream(new BufferedInputStream(archive)))) {
                unpack(tar, unpacked);
            }
            move(unpacked, programs);
        }
        return programs;
    }

    private static InputStream archive() throws IOException {
        for (String name : ARCHIVES) {
            InputStream archive = PostgresFiles.class.getResourceAsStream(name);
            if (archive != null) {
                return archive;
            }
        }
        throw new IOException("no PostgreSQL in the jar (expected: one of " + ARCHIVES + ")");
    }

    private static void unpack(TarArchiveInputStream tar, Path to) throws IOException {
        for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
            Path file = to.resolve(entry.getName()).normalize();
            if (!file.startsWith(to)) {
                throw new IOException(entry.getName() + " in the archive (expected: a path below its root)");
            }
            if (entry.isDirectory()) {
                Files.createDirectories(file);
            } else if (entry.isSymbolicLink()) {
                Files.createSymbolicLink(file, Path.of(entry.getLinkName()));
            } else {
                Files.createDirectories(file.getParent());
                Files.copy(tar, file);
                Files.setPosixFilePermissions(
                        file,
                        (entry.getMode() & EXECUTABLE) == 0 ? PosixFilePermissions.fromString("rw-r--r--") : READABLE);
            }
        }
    }

    /** Puts a finished folder in its place; one that another process put there first is as good. */
    static void move(Path finished, Path place) throws IOException {
        try {
            Files.move(finished, place);
        } catch (IOException e) {
            if (!Files.isDirectory(place)) {
                throw e;
            }
            delete(finished);
        }
    }

    static void delete(Path folder) throws IOException {
        Files.walkFileTree(folder, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.delete(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(
                    Path directory, java.io.@org.jspecify.annotations.Nullable IOException e) throws IOException {
                if (e != null) {
                    throw e;
                }
                Files.delete(directory);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
