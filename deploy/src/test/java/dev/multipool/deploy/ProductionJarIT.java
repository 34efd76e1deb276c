package dev.multipool.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The jar that the image runs, alone as it is there: what it holds, what it says of itself, and what it refuses. */
class ProductionJarIT {
    private static final Path JAR = Path.of("../rpc-server/target/multipool-server.jar");

    private static final long MAX_BYTES = 20_000_000;

    @TempDir
    private Path directory;

    @Test
    void jar_isSmall() throws IOException {
        assertThat(Files.size(JAR))
                .as("bytes of the jar; its biggest entries:\n%s", String.join("\n", biggestEntries()))
                .isLessThan(MAX_BYTES);
    }

    @Test
    void jar_hasTheNativeLibrariesOfThePlatformsThatItServes() throws IOException {
        try (JarFile jar = new JarFile(JAR.toFile())) {
            assertThat(jar.stream().map(ZipEntry::getName))
                    .contains(
                            "org/xerial/snappy/native/Linux/x86_64/libsnappyjava.so",
                            "org/xerial/snappy/native/Linux/x86_64-musl/libsnappyjava.so",
                            "org/xerial/snappy/native/Linux/aarch64/libsnappyjava.so",
                            "org/xerial/snappy/native/Mac/x86_64/libsnappyjava.dylib",
                            "org/xerial/snappy/native/Mac/aarch64/libsnappyjava.dylib",
                            "org/xerial/snappy/native/Windows/x86_64/snappyjava.dll",
                            "net/jpountz/util/linux/amd64/liblz4-java.so",
                            "net/jpountz/util/linux/aarch64/liblz4-java.so",
                            "net/jpountz/util/darwin/x86_64/liblz4-java.dylib",
                            "net/jpountz/util/darwin/aarch64/liblz4-java.dylib",
                            "net/jpountz/util/windows/amd64/liblz4-java.dll",
                            "META-INF/native/libnetty_tcnative_linux_x86_64.so",
                            "META-INF/native/libnetty_tcnative_linux_aarch_64.so",
                            "META-INF/native/libnetty_transport_native_epoll_x86_64.so",
                            "META-INF/native/libnetty_transport_native_epoll_aarch_64.so",
                            "META-INF/native/libnetty_transport_native_io_uring42_x86_64.so",
                            "META-INF/native/libnetty_transport_native_io_uring42_aarch_64.so");
        }
    }

    @Test
    void jar_holdsNothingThatIsForTrying() throws IOException {
        try (JarFile jar = new JarFile(JAR.toFile())) {
            assertThat(jar.stream().map(ZipEntry::getName))
                    .noneMatch(name -> name.contains("redis-server-"))
                    .noneMatch(name -> name.startsWith("dev/multipool/redis/source/"))
                    .noneMatch(name -> name.startsWith("org/testcontainers/"))
                    .noneMatch(name -> name.startsWith("com/github/dockerjava/"))
                    .noneMatch(name -> name.startsWith("com/sun/jna/"))
                    .noneMatch(name -> name.startsWith("one/profiler/"));
        }
    }

    @Test
    void jar_hasItsLicenseItsNoticeAndWhatItIsMadeOf() throws IOException {
        try (JarFile jar = new JarFile(JAR.toFile())) {
            assertThat(text(jar, "META-INF/LICENSE")).isEqualTo(Files.readString(Path.of("../LICENSE")));
            assertThat(text(jar, "META-INF/NOTICE"))
                    .contains("multipool rpc-server\nCopyright 2026", "the multipool authors")
                    .doesNotContain("The Apache Software Foundation (http://www.apache.org/)");
            assertThat(text(jar, "META-INF/maven/dev.multipool/multipool-rpc-server/pom.properties"))
                    .contains("artifactId=multipool-rpc-server");
            assertThat(text(jar, "META-INF/maven/io.netty/netty-handler/pom.properties"))
                    .contains("version=4.");
        }
    }

    @Test
    void jar_whenNobodySaidWhichRedis_refusesToStartByOneLine() throws Exception {
        Ended ended = runAlone("--port", "0");

        assertThat(ended.exitCode()).isEqualTo(2);
        assertThat(ended.errors())
                .singleElement()
                .asString()
                .startsWith("multipool-server: redis.source: not given (expected: ");
    }

    @Test
    void jar_whenAskedForARedisOfItsOwn_saysByOneLineThatItHasNone() throws Exception {
        Ended ended = runAlone("--port", "0", "--redis", "embedded");

        assertThat(ended.exitCode()).isEqualTo(1);
        assertThat(ended.errors())
                .singleElement()
                .asString()
                .contains("no embedded redis-server", "multipool-redis-source is not on the class path", "extras");
    }

    private static List<String> biggestEntries() throws IOException {
        try (JarFile jar = new JarFile(JAR.toFile())) {
            return jar.stream()
                    .sorted(Comparator.comparingLong(ZipEntry::getCompressedSize)
                            .reversed())
                    .limit(20)
                    .map(entry -> entry.getCompressedSize() + " " + entry.getName())
                    .toList();
        }
    }

    private record Ended(int exitCode, List<String> errors) {}

    /** Without what lies beside it where it was built, and on a machine without a redis-server. */
    private Ended runAlone(String... arguments) throws IOException, InterruptedException {
        Path alone = Files.copy(JAR, directory.resolve("multipool-server.jar"));
        List<String> command = new ArrayList<>(DeployedServer.quickJava());
        command.addAll(List.of("-jar", alone.toString()));
        command.addAll(List.of(arguments));
        Path errors = directory.resolve("errors");
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(errors.toFile());
        Map<String, String> environment = builder.environment();
        environment.keySet().removeIf(variable -> variable.startsWith("MULTIPOOL_"));
        environment.put("PATH", directory.toString());
        Process process = builder.start();
        try {
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
            return new Ended(process.exitValue(), Files.readAllLines(errors));
        } finally {
            process.destroyForcibly();
        }
    }

    private static String text(JarFile jar, String entry) throws IOException {
        ZipEntry found = jar.getEntry(entry);
        assertThat(found).as(entry).isNotNull();
        try (InputStream in = jar.getInputStream(found)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
