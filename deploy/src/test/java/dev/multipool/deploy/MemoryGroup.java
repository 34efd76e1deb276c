package dev.multipool.deploy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A group of Linux' memory controller, as a container has one. Needs to be root, where control groups may be made. */
public final class MemoryGroup implements AutoCloseable {
    private static final Path V1 = Path.of("/sys/fs/cgroup/memory");
    private static final Path V2 = Path.of("/sys/fs/cgroup");
    private static final int REMOVAL_ATTEMPTS = 100;

    private final Path group;
    private final String events;
    private final String peak;

    private MemoryGroup(Path group, String events, String peak) {
        this.group = group;
        this.events = events;
        this.peak = peak;
    }

    /** One of so many bytes; empty where none can be made. */
    public static Optional<MemoryGroup> of(long bytes) {
        String name = "multipool-test-" + ProcessHandle.current().pid();
        try {
            if (Files.isWritable(V1.resolve("cgroup.procs"))) {
                Path group = Files.createDirectory(V1.resolve(name));
                Files.writeString(group.resolve("memory.limit_in_bytes"), Long.toString(bytes));
                return Optional.of(new MemoryGroup(group, "memory.oom_control", "memory.max_usage_in_bytes"));
            }
            if (Files.isWritable(V2.resolve("cgroup.subtree_control"))) {
                Files.writeString(V2.resolve("cgroup.subtree_control"), "+memory");
                Path group = Files.createDirectory(V2.resolve(name));
                Files.writeString(group.resolve("memory.max"), Long.toString(bytes));
                return Optional.of(new MemoryGroup(group, "memory.events", "memory.peak"));
            }
        } catch (IOException e) {
            return Optional.empty();
        }
        return Optional.empty();
    }

    /** A command that enters the group before it begins, so that a JVM finds its limit. */
    public List<String> within(String command) {
        return List.of(
                "sh", "-c", "echo $$ > " + group.resolve("cgroup.procs") + " && exec " + command + " \"$@\"", "-");
    }

    /** How many of its processes the kernel ended because there was no memory left. */
    public long kills() throws IOException {
        return Files.readAllLines(group.resolve(events)).stream()
                .filter(line -> line.startsWith("oom_kill "))
                .mapToLong(line -> Long.parseLong(line.substring("oom_kill ".length())))
                .sum();
    }

    /** The most that was in use, for people. */
    public String peak() throws IOException {
        Path file = group.resolve(peak);
        return Files.exists(file) ? Files.readString(file).strip() + " bytes" : "unknown";
    }

    /** Removes the group; its processes have ended before. */
    @Override
    public void close() throws IOException {
        for (int i = 1; Files.exists(group); i++) {
            try {
                Files.delete(group);
            } catch (IOException e) {
                // the kernel may not be done with the last process
                if (i == REMOVAL_ATTEMPTS) {
                    throw e;
                }
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
            }
        }
    }
}
