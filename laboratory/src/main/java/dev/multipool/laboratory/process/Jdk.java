package dev.multipool.laboratory.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * An installed JDK.
 *
 * @param home its folder
 * @param feature the first number of its version, such as 17
 */
public record Jdk(Path home, int feature) {
    /** The first feature release that has virtual threads. */
    public static final int FIRST_WITH_VIRTUAL_THREADS = 21;

    private static final int FIRST_THAT_WARNS = 24;
    private static final Pattern VERSION = Pattern.compile("^JAVA_VERSION=\"(?:1\\.)?([0-9]+)", Pattern.MULTILINE);

    /** The one that runs this. */
    public static Jdk running() {
        return new Jdk(
                Path.of(System.getProperty("java.home")), Runtime.version().feature());
    }

    /**
     * Looks at a folder.
     *
     * @throws IllegalArgumentException when there is no JDK
     */
    public static Jdk at(Path home) {
        try {
            Matcher version = VERSION.matcher(Files.readString(home.resolve("release")));
            if (version.find()) {
                return new Jdk(home, Integer.parseInt(version.group(1)));
            }
        } catch (IOException e) {
            // without its file of versions it is none that we know how to start
        }
        throw new IllegalArgumentException("javaHome: " + home + " (expected: the folder of a JDK)");
    }

    /** Whether servers on it can have virtual threads. */
    public boolean hasVirtualThreads() {
        return feature >= FIRST_WITH_VIRTUAL_THREADS;
    }

    Path java() {
        return home.resolve("bin").resolve("java");
    }

    /** Newer ones warn about native access and sun.misc.Unsafe, which Netty and Protobuf use. */
    List<String> flags() {
        return feature >= FIRST_THAT_WARNS
                ? List.of("--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow")
                : List.of();
    }

    List<String> commandLine(List<String> jvmFlags) {
        return Stream.of(Stream.of(java().toString()), jvmFlags.stream(), flags().stream())
                .flatMap(part -> part)
                .toList();
    }
}
