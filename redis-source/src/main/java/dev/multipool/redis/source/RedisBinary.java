package dev.multipool.redis.source;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The redis-server programs that can be had without a container: one on the PATH, and those in the embedded-redis jar.
 *
 * <p>The one on the PATH is preferred: distributions build it with jemalloc, the jar's uses the C library's allocator.
 */
final class RedisBinary {
    /** What {@code org.signal:embedded-redis:0.9.1} carries; all its Linux builds are static. */
    static final String JAR_VERSION = "7.0.15";

    private static final String PROGRAM = "redis-server";
    private static final String JAR = "org.signal:embedded-redis";

    private RedisBinary() {}

    /** A program of this name in a folder of the PATH. */
    static Optional<Path> onPath(String program, Map<String, String> environment) {
        String path = environment.getOrDefault("PATH", "");
        for (String folder : path.split(File.pathSeparator, -1)) {
            Path file = Path.of(folder, program);
            if (file.isAbsolute() && Files.isRegularFile(file) && Files.isExecutable(file)) {
                return Optional.of(file);
            }
        }
        return Optional.empty();
    }

    static Optional<Path> serverOnPath(Map<String, String> environment) {
        return onPath(PROGRAM, environment);
    }

    /** The jar's program for this operating system and architecture, as Java names them; empty when it has none. */
    static String resourceFor(String osName, String architecture) {
        String os = osName.toLowerCase(Locale.ROOT);
        String system = os.contains("linux") ? "linux" : os.contains("mac") ? "darwin" : "";
        String machine =
                switch (architecture.toLowerCase(Locale.ROOT)) {
                    case "amd64", "x86_64" -> "amd64";
                    case "aarch64", "arm64" -> "arm64";
                    case "x86", "i386", "i686", "386" -> system.equals("linux") ? "386" : "";
                    default -> "";
                };
        return system.isEmpty() || machine.isEmpty() ? "" : PROGRAM + "-" + JAR_VERSION + "-" + system + "-" + machine;
    }

    /**
     * The bytes of the jar's program.
     *
     * @throws IOException when the jar is not on the class path or has no build for this machine; the message says which
     */
    static byte[] fromJar(String osName, String architecture) throws IOException {
        String resource = resourceFor(osName, architecture);
        if (resource.isEmpty()) {
            throw new IOException(JAR + " has no build for " + osName + " " + architecture);
        }
        try (InputStream program = RedisBinary.class.getClassLoader().getResourceAsStream(resource)) {
            if (program == null) {
                throw new IOException(JAR + " is not on the class path");
            }
            return program.readAllBytes();
        }
    }

    /**
     * Writes the jar's program for this machine into a folder. The kernel runs no program that is open for writing. What this JVM
     * has open, each process inherits that another thread starts meanwhile. So {@code cp} writes the file that is run.
     */
    static Path extractInto(Path folder) throws IOException {
        byte[] program = fromJar(System.getProperty("os.name", ""), System.getProperty("os.arch", ""));
        Path bytes = Files.write(folder.resolve(PROGRAM + ".bytes"), program);
        Path file = folder.resolve(PROGRAM);
        copy(bytes, file);
        Files.delete(bytes);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
        return file;
    }

    private static void copy(Path from, Path to) throws IOException {
        Process copy = new ProcessBuilder("cp", from.toString(), to.toString())
                .redirectErrorStream(true)
                .start();
        try {
            String said = new String(copy.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (copy.waitFor() != 0) {
                throw new IOException("cp " + from + " " + to + ": " + Reasons.oneLine(said));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while it copied " + from);
        } finally {
            copy.destroy();
        }
    }
}
