package dev.multipool.rpc.server.app.archive;

import dev.multipool.rpc.client.RpcClient;
import dev.multipool.user.UserServiceMethods;
import dev.multipool.user.v1.FindUserInfoRequest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Makes the archive of the classes that the server loads until it has answered calls: starts the packaged server, calls
 * it, stops it. Arguments: the jar, the archive, a file for what the server prints.
 *
 * <p>An archive is of use to the very JDK and jar that it was made with; others ignore it. So it is a help and never a
 * need: where it can't be made, one line says so, and the build goes on.
 */
public final class ClassArchive {
    private static final Pattern LISTENING = Pattern.compile("^listening on \\S+:([0-9]+)$", Pattern.MULTILINE);
    private static final int USERS = 100;
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final int SECONDS_TO_LISTEN = 60;
    private static final int SECONDS_TO_WRITE = 60;
    private static final int POLL_MILLIS = 20;

    private final Path jar;
    private final Path archive;
    private final Path output;

    private ClassArchive(Path jar, Path archive, Path output) {
        this.jar = jar;
        this.archive = archive;
        this.output = output;
    }

    public static void main(String[] args) throws InterruptedException {
        ClassArchive made = new ClassArchive(Path.of(args[0]), Path.of(args[1]), Path.of(args[2]));
        try {
            made.make();
        } catch (IOException | RuntimeException e) {
            System.out.println("no class archive (the server starts without): " + e);
        }
        System.exit(0);
    }

    private void make() throws IOException, InterruptedException {
        Files.deleteIfExists(archive);
        ProcessBuilder builder = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:ArchiveClassesAtExit=" + archive,
                        // classes that can't be archived, a line each
                        "-Xlog:cds=error",
                        "-Xlog:cds+dynamic=error",
                        "-jar",
                        jar.toString(),
                        "--host",
                        "127.0.0.1",
                        "--port",
                        "0",
                        "--redis",
                        "embedded",
                        "--seed-users",
                        Integer.toString(USERS))
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        builder.environment().keySet().removeIf(variable -> variable.startsWith("MULTIPOOL_"));
        Process server = builder.start();
        try {
            call(awaitPort(server));
            // the archive is written on the way out
            server.destroy();
            if (!server.waitFor(SECONDS_TO_WRITE, TimeUnit.SECONDS) || !Files.exists(archive)) {
                throw failure("the server wrote none");
            }
        } finally {
            server.destroyForcibly();
        }
    }

    private int awaitPort(Process server) throws IOException, InterruptedException {
        for (int polls = SECONDS_TO_LISTEN * 1000 / POLL_MILLIS; polls > 0; polls--) {
            boolean ended = server.waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS);
            Matcher listening = LISTENING.matcher(Files.readString(output, StandardCharsets.UTF_8));
            if (listening.find()) {
                return Integer.parseInt(listening.group(1));
            }
            if (ended) {
                break;
            }
        }
        throw failure("the server did not listen");
    }

    private static void call(int port) throws InterruptedException {
        try (RpcClient client =
                RpcClient.builder().target("127.0.0.1", port).connections(2).build()) {
            for (int id = 1; id <= USERS; id++) {
                FindUserInfoRequest request =
                        FindUserInfoRequest.newBuilder().setUserId(id).build();
                client.callBlocking(UserServiceMethods.FIND_USER_INFO, request, TIMEOUT);
            }
        }
    }

    private IOException failure(String what) throws IOException {
        List<String> lines = Files.readAllLines(output);
        return new IOException(what + (lines.isEmpty() ? "" : ": " + lines.get(lines.size() - 1)));
    }
}
