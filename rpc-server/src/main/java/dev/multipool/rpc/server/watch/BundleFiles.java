package dev.multipool.rpc.server.watch;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Writes bundles into their directory and keeps it from growing. */
final class BundleFiles {
    private static final String PREFIX = "exhaustion-";
    private static final String SUFFIX = ".json";
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss").withZone(ZoneOffset.UTC);

    private final BundleSettings settings;

    BundleFiles(BundleSettings settings) {
        this.settings = settings;
    }

    /** Writes the tree as JSON; only the owner may read it, since it holds addresses and stacks. */
    Path write(Map<String, Object> tree, Instant now) throws IOException {
        makeDirectory();
        makeRoom();
        byte[] text = JsonText.of(tree).getBytes(StandardCharsets.UTF_8);
        Path file = settings.directory()
                .resolve(PREFIX + TIME.format(now) + "-"
                        + ProcessHandle.current().pid() + SUFFIX);
        Path part = Files.createTempFile(settings.directory(), PREFIX, ".part");
        try {
            Files.write(
                    part,
                    text.length <= settings.maxFileBytes() ? text : Arrays.copyOf(text, settings.maxFileBytes()),
                    StandardOpenOption.TRUNCATE_EXISTING);
            return Files.move(part, file);
        } finally {
            // still there when the disk was full, or when the name was taken
            Files.deleteIfExists(part);
        }
    }

    private void makeDirectory() throws IOException {
        Path directory = settings.directory();
        if (Files.isDirectory(directory)) {
            return;
        }
        try {
            if (directory.getFileSystem().supportedFileAttributeViews().contains("posix")) {
                Files.createDirectories(
                        directory, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
            } else {
                Files.createDirectories(directory);
            }
        } catch (FileAlreadyExistsException e) {
            throw new IOException(directory + " is no directory", e);
        }
    }

    /** The names begin with the time, so the oldest is the first. */
    private void makeRoom() throws IOException {
        List<Path> bundles;
        try (Stream<Path> files = Files.list(settings.directory())) {
            bundles = files.filter(BundleFiles::isBundle).sorted().toList();
        }
        for (int i = 0; i <= bundles.size() - settings.maxFiles(); i++) {
            Files.deleteIfExists(bundles.get(i));
        }
    }

    private static boolean isBundle(Path file) {
        String name = file.getFileName().toString();
        return name.startsWith(PREFIX) && (name.endsWith(SUFFIX) || name.endsWith(".part"));
    }
}
