package dev.multipool.casebook.product;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A real PostgreSQL as a child of this process, on a free port of the loopback.
 *
 * <p>PostgreSQL refuses to run as root. Where this process is root, the child becomes the user nobody, by {@code setpriv}.
 *
 * <p>It is started directly, as {@code pg_ctl} would leave a process that is no descendant, which nobody would find. A shell
 * between the two ends it as soon as this process is gone, however that ended.
 *
 * <p><b>Threads:</b> any. <b>Lifecycle:</b> closing it ends the database; a second time does nothing.
 */
final class LocalPostgres implements AutoCloseable {
    private static final String NOBODY = "nobody";
    private static final List<String> AS_NOBODY =
            List.of("setpriv", "--reuid=" + NOBODY, "--regid=nogroup", "--clear-groups", "--no-new-privs");
    /** Runs its arguments until they end, or its standard input does: then they get the signal for a fast stop. */
    private static final String LEASH = """
            exec 3<&0
            "$@" 3<&- </dev/null &
            postgres=$!
            (read -r line <&3; kill -INT $postgres) &
            leash=$!
            wait $postgres
            code=$?
            kill $leash 2>/dev/null
            exit $code
            """;

    private static final String USER = "postgres";
    private static final Duration POLL = Duration.ofMillis(50);
    private static final Duration TO_STOP = Duration.ofSeconds(5);

    private final DatabaseFolder folder;
    private final Process process;
    private final int port;

    private LocalPostgres(DatabaseFolder folder, Process process, int port) {
        this.folder = folder;
        this.process = process;
        this.port = port;
    }

    /**
     * Starts it, and waits until it answers. The first start of a user on a machine makes the database.
     *
     * @throws IOException when it does not answer within this time, or can't be started
     */
    static LocalPostgres start(Duration within) throws IOException, InterruptedException {
        Path folder = PostgresFiles.folder();
        Path programs = PostgresFiles.programs(folder).resolve("bin");
        DatabaseFolder database = DatabaseFolder.reserve(folder);
        LocalPostgres postgres = null;
        boolean answers = false;
        try {
            makeWhereMissing(database.path(), folder, programs);
            postgres = start(database, folder, programs);
            postgres.await(within);
            answers = true;
            return postgres;
        } finally {
            if (!answers && postgres != null) {
                postgres.close();
            } else if (!answers) {
                database.close();
            }
        }
    }

    private static LocalPostgres start(DatabaseFolder database, Path folder, Path programs) throws IOException {
        int port = freePort();
        Process process = run(
                folder,
                programs.resolve("postgres").toString(),
                "-D",
                database.path().toString(),
                "-p",
                Integer.toString(port),
                "-c",
                "listen_addresses=127.0.0.1",
                "-c",
                "unix_socket_directories=",
                "-c",
                "max_connections=200",
                // nothing is written that must stay
                "-c",
                "fsync=off");
        return new LocalPostgres(database, process, port);
    }

    private static void makeWhereMissing(Path data, Path folder, Path programs)
            throws IOException, InterruptedException {
        if (!Files.isDirectory(data)) {
            Path made = Files.createTempDirectory(folder, "data-made");
            if (isRoot()) {
                Files.setOwner(
                        made,
                        made.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName(NOBODY));
            }
            Process initdb = run(
                    folder,
                    programs.resolve("initdb").toString(),
                    "-D",
                    made.toString(),
                    "-U",
                    USER,
                    "-A",
                    "trust",
                    "-E",
                    "UTF8",
                    "--locale=C",
                    "--no-sync",
                    "--no-instructions");
            if (initdb.waitFor() != 0) {
                throw new IOException("initdb ended with " + initdb.exitValue() + " (expected: 0)");
            }
            PostgresFiles.move(made, data);
        }
    }

    private static Process run(Path directory, String... command) throws IOException {
        List<String> words = new ArrayList<>(List.of("sh", "-c", LEASH, "sh"));
        words.addAll(isRoot() ? AS_NOBODY : List.of());
        words.addAll(List.of(command));
        return new ProcessBuilder(words)
                .directory(directory.toFile())
                .redirectOutput(ProcessBuilder.Redirect.INHERIT)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    private static boolean isRoot() {
        return System.getProperty("user.name").equals("root");
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private void await(Duration within) throws IOException, InterruptedException {
        Instant end = Instant.now().plus(within);
        while (true) {
            try {
                DriverManager.getConnection(jdbcUrl()).close();
                return;
            } catch (SQLException e) {
                if (!process.isAlive()) {
                    throw new IOException("PostgreSQL ended with " + process.waitFor() + " (see above)", e);
                }
                if (Instant.now().isAfter(end)) {
                    throw new IOException("PostgreSQL does not answer after " + within.toSeconds() + " s", e);
                }
            }
            TimeUnit.MILLISECONDS.sleep(POLL.toMillis());
        }
    }

    String jdbcUrl() {
        return "jdbc:postgresql://127.0.0.1:" + port + "/postgres?user=" + USER;
    }

    @Override
    public void close() {
        try {
            process.getOutputStream().close();
            if (!process.waitFor(TO_STOP.toMillis(), TimeUnit.MILLISECONDS)) {
                kill();
            }
        } catch (IOException e) {
            kill();
        } catch (InterruptedException e) {
            kill();
            Thread.currentThread().interrupt();
        } finally {
            folder.close();
        }
    }

    private void kill() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }
}
