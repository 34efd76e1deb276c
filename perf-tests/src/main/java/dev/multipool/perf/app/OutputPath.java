package dev.multipool.perf.app;

import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Where a command may write: what it would replace is no link and no device. Looked at before anything is measured. */
final class OutputPath {
    private OutputPath() {}

    /** A file that is new or ordinary. */
    static final class OfFile implements ITypeConverter<Path> {
        @Override
        public Path convert(String text) {
            Path file = Path.of(text);
            if (isThere(file) && !Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
                throw new TypeConversionException(
                        "'" + text + "' (expected: a new file, or an ordinary one: no link, directory or device)");
            }
            Path parent = file.toAbsolutePath().getParent();
            if (parent == null || !Files.isDirectory(parent)) {
                throw new TypeConversionException("'" + text + "' (expected: a file in a directory that is there)");
            }
            return file;
        }
    }

    /** A directory that is new or ordinary. */
    static final class OfDirectory implements ITypeConverter<Path> {
        @Override
        public Path convert(String text) {
            Path directory = Path.of(text);
            boolean fits = isThere(directory)
                    ? Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)
                    : isBelowADirectory(directory);
            if (!fits) {
                throw new TypeConversionException(
                        "'" + text + "' (expected: a new directory, or an ordinary one: no link, file or device)");
            }
            return directory;
        }

        private static boolean isBelowADirectory(Path path) {
            @Nullable Path above = path.toAbsolutePath();
            while (above != null && !isThere(above)) {
                above = above.getParent();
            }
            return above != null && Files.isDirectory(above);
        }
    }

    private static boolean isThere(Path path) {
        return Files.exists(path, LinkOption.NOFOLLOW_LINKS);
    }
}
