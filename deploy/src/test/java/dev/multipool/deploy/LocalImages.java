package dev.multipool.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Images made of what is on this machine, for an engine that can pull none. */
final class LocalImages {
    private static final Pattern LIBRARY = Pattern.compile("(?:=> |^\\s+)(/\\S+) \\(0x", Pattern.MULTILINE);
    /** Of a JDK, what no program needs to run. */
    private static final Set<String> LEFT_OUT =
            Set.of("jmods", "man", "legal", "include", "demo", "docs", "lib/src.zip", "lib/ct.sym");
    /** Of a JDK, what needs other libraries than the C library's. */
    private static final List<String> NEEDY =
            List.of("bin/java", "lib/server/libjvm.so", "lib/libnet.so", "lib/libzip.so");

    private final Docker docker;
    private final Path directory;

    LocalImages(Docker docker, Path directory) {
        this.docker = docker;
        this.directory = directory;
    }

    /** The Dockerfile's base where the engine has it, else this JVM's own JDK with the libraries that it loads. */
    String base(String official) throws Exception {
        if (docker.has(official)) {
            return official;
        }
        assumeTrue(System.getProperty("os.name").equals("Linux"), "a container runs Linux's programs");
        Path home = Path.of(System.getProperty("java.home")).toRealPath();
        Set<Path> files = new TreeSet<>(libraries(home));
        try (Stream<Path> all = Files.walk(home, FileVisitOption.FOLLOW_LINKS)) {
            all.filter(Files::isRegularFile)
                    .filter(file -> LEFT_OUT.stream()
                            .noneMatch(out -> home.relativize(file).startsWith(out)))
                    .forEach(files::add);
        }
        Path list = Files.write(
                directory.resolve("base-files"),
                files.stream().map(file -> file.toString().substring(1)).toList());
        return imported(
                "base",
                List.of("tar", "-C", "/", "-ch", "-T", list.toString()),
                "ENV PATH=" + home.resolve("bin") + " JAVA_HOME=" + home);
    }

    /** The static redis-server of this jar. */
    String redis(Path jar) throws Exception {
        String machine = System.getProperty("os.arch").equals("aarch64") ? "arm64" : "amd64";
        Path program = directory.resolve("redis-server");
        try (JarFile file = new JarFile(jar.toFile())) {
            String entry = file.stream()
                    .map(each -> each.getName())
                    .filter(name -> name.matches("redis-server-.*-linux-" + machine))
                    .findFirst()
                    .orElseThrow();
            try (InputStream in = file.getInputStream(file.getEntry(entry))) {
                Files.copy(in, program);
            }
        }
        assertThat(program.toFile().setExecutable(true, false)).isTrue();
        return imported(
                "redis",
                List.of("tar", "-C", directory.toString(), "-c", "redis-server"),
                "ENTRYPOINT [\"/redis-server\", \"--protected-mode\", \"no\", \"--save\", \"\"]");
    }

    private String imported(String what, List<String> tar, String change) throws Exception {
        String image = docker.name(what) + ":local";
        List<String> command = new ArrayList<>(List.of("docker", "import"));
        for (String one : List.of(change, docker.labelChange())) {
            command.addAll(List.of("--change", one));
        }
        command.addAll(List.of("-", image));
        Path errors = directory.resolve(what + "-errors");
        List<Process> pipeline = ProcessBuilder.startPipeline(List.of(
                new ProcessBuilder(tar).redirectError(errors.toFile()),
                new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.appendTo(errors.toFile()))));
        for (Process process : pipeline) {
            assertThat(process.waitFor())
                    .as("%s: %s", command, Files.readString(errors))
                    .isZero();
        }
        return image;
    }

    /** What the programs are linked with, and what the C library loads by name when it looks up a host. */
    private Set<Path> libraries(Path home) throws IOException, InterruptedException {
        Set<Path> libraries = new TreeSet<>();
        for (String program : NEEDY) {
            Matcher library =
                    LIBRARY.matcher(docker.run("ldd", home.resolve(program).toString()));
            while (library.find()) {
                Path path = Path.of(library.group(1)).normalize();
                if (!path.startsWith(home)) {
                    libraries.add(path);
                    siblings(path).filter(Files::isRegularFile).forEach(libraries::add);
                }
            }
        }
        assertThat(libraries)
                .anyMatch(path -> path.toString().toLowerCase(Locale.ROOT).contains("ld-linux"));
        return libraries;
    }

    private static Stream<Path> siblings(Path library) {
        return library.endsWith("libc.so.6")
                ? Stream.of("libnss_dns.so.2", "libnss_files.so.2", "libresolv.so.2")
                        .map(library::resolveSibling)
                : Stream.empty();
    }
}
