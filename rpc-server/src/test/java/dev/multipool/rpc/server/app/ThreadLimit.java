package dev.multipool.rpc.server.app;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Bounds how many threads a process may have, by a group of Linux' pids controller: {@code ulimit -u} bounds users and not
 * root. Needs to be root, where control groups may be made.
 */
final class ThreadLimit implements AutoCloseable {
    private static final Path V1 = Path.of("/sys/fs/cgroup/pids");
    private static final Path V2 = Path.of("/sys/fs/cgroup");
    private static final int REMOVAL_ATTEMPTS = 100;

    private final Path group;

    private ThreadLimit(Path group) {
        this.group = group;
    }

    /** A bound for a process, none yet; empty where no group can be made. */
    static Optional<ThreadLimit> of(long processId) {
        String name = "multipool-test-" + processId;
        try {
            if (Files.isWritable(V1.resolve("cgroup.procs"))) {
                return Optional.of(enter(Files.createDirectory(V1.resolve(name)), processId));
            }
            if (Files.isWritable(V2.resolve("cgroup.subtree_control"))) {
                Files.writeString(V2.resolve("cgroup.subtree_control"), "+pids");
                return Optional.of(enter(Files.createDirectory(V2.resolve(name)), processId));
            }
        } catch (IOException e) {
            return Optional.empty();
        }
        return Optional.empty();
    }

    private static ThreadLimit enter(Path group, long processId) throws IOException {
        Files.writeString(group.resolve("cgroup.procs"), Long.toString(processId));
        return new ThreadLimit(group);
    }

    /** No more than so many beyond those it has. */
    void allowMore(int threads) {
        set(Long.toString(current() + threads));
    }

    void lift() {
        set("max");
    }

    private long current() {
        try {
            return Long.parseLong(
                    Files.readString(group.resolve("pids.current")).trim());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void set(String most) {
        try {
            Files.writeString(group.resolve("pids.max"), most);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Removes the group; its process has ended before. */
    @Override
    public void close() throws IOException {
        for (int i = 1; Files.exists(group); i++) {
            try {
                Files.delete(group);
            } catch (IOException e) {
                // the kernel may not be done with the last thread
                if (i == REMOVAL_ATTEMPTS) {
                    throw e;
                }
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
            }
        }
    }
}
