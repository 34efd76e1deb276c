package dev.multipool.laboratory.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A limit on CPU time as containers have it: a Linux control group for one server, with the kernel's default period of
 * 100 ms. Processes in it may use all of the period's time at once, on as many cores as they can, and then stand still
 * until the next period.
 *
 * <p>Both versions of control groups are known: in version 1 the group lies beside the laboratory's own in the
 * {@code cpu} controller; in version 2 beside it as well, since a group with processes can't have subgroups with
 * limits.
 *
 * <p><b>Lifecycle:</b> the group is there from {@link #create} to {@link #close}, which must come after its processes
 * have ended.
 */
public final class CpuQuota implements AutoCloseable {
    /** Where Linux has its control groups. */
    public static final Path CGROUPS = Path.of("/sys/fs/cgroup");

    /** Where Linux tells which group a process is in. */
    public static final Path PROC = Path.of("/proc");

    private static final long PERIOD_MICROS = 100_000;
    private static final int REMOVAL_ATTEMPTS = 50;
    private static final long REMOVAL_PAUSE_MILLIS = 20;

    private final Path group;

    private CpuQuota(Path group) {
        this.group = group;
    }

    /**
     * Quota periods of a group so far.
     *
     * @param periods all of them in which a process wanted to run
     * @param throttled those of them in which the group was stopped
     */
    public record Throttling(long periods, long throttled) {
        /** Share of the periods since an earlier reading in which the group was stopped; null when there was none. */
        public @Nullable Double shareSince(Throttling earlier) {
            long passed = periods - earlier.periods;
            return passed <= 0 ? null : (double) (throttled - earlier.throttled) / passed;
        }
    }

    /**
     * Why there can be no quota here; empty when there can. It makes a group and removes it.
     *
     * @param cgroups where control groups are mounted: {@code /sys/fs/cgroup}
     * @param proc where the proc file system is: {@code /proc}
     */
    public static Optional<String> findObstacle(Path cgroups, Path proc) {
        try (CpuQuota tried = create(cgroups, proc, 1)) {
            return tried.throttling() == null ? Optional.of("it has no cpu.stat: " + tried.group) : Optional.empty();
        } catch (ProcessFailedException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    /**
     * Makes a group.
     *
     * @param cores CPU time / time
     * @throws ProcessFailedException where that is not possible, with the reason
     */
    public static CpuQuota create(Path cgroups, Path proc, double cores) {
        long quotaMicros = Math.round(cores * PERIOD_MICROS);
        try {
            List<String> memberships = Files.readAllLines(proc.resolve("self").resolve("cgroup"));
            Path v1 = cgroups.resolve("cpu");
            boolean first = Files.exists(v1.resolve("cpu.cfs_quota_us"));
            Path beside = first ? v1.resolve(own(memberships, "cpu")) : besideOwn(cgroups, memberships);
            Path group = Files.createDirectory(
                    beside.resolve("multipool-lab-" + ProcessHandle.current().pid()));
            CpuQuota quota = new CpuQuota(group);
            quota.limit(first, quotaMicros);
            return quota;
        } catch (IOException e) {
            throw new ProcessFailedException(
                    "a CPU quota can't be set here: " + e.getClass().getSimpleName() + " " + e.getMessage()
                            + " (expected: Linux control groups with the cpu controller, and the right to make one)");
        }
    }

    private void limit(boolean first, long quotaMicros) throws IOException {
        boolean limited = false;
        try {
            if (first) {
                Files.writeString(group.resolve("cpu.cfs_period_us"), Long.toString(PERIOD_MICROS));
                Files.writeString(group.resolve("cpu.cfs_quota_us"), Long.toString(quotaMicros));
            } else {
                Files.writeString(group.resolve("cpu.max"), quotaMicros + " " + PERIOD_MICROS);
            }
            limited = true;
        } finally {
            if (!limited) {
                close();
            }
        }
    }

    /** The parent of the laboratory's own group in version 2, with the cpu controller passed on to its children. */
    private static Path besideOwn(Path cgroups, List<String> memberships) throws IOException {
        Path own = cgroups.resolve(own(memberships, ""));
        Path parent = own.equals(cgroups) ? cgroups : own.getParent();
        Path passedOn = (parent == null ? cgroups : parent).resolve("cgroup.subtree_control");
        if (!List.of(Files.readString(passedOn).strip().split(" ", -1)).contains("cpu")) {
            Files.writeString(passedOn, "+cpu");
        }
        return parent == null ? cgroups : parent;
    }

    /** The laboratory's own group of a controller, relative to where that is mounted; lines are {@code 4:cpu,cpuacct:/a}. */
    private static String own(List<String> memberships, String controller) {
        return memberships.stream()
                .map(line -> line.split(":", 3))
                .filter(fields ->
                        fields.length == 3 && List.of(fields[1].split(",", -1)).contains(controller))
                .map(fields -> fields[2].replaceFirst("^/+", ""))
                .findFirst()
                .orElse("");
    }

    /** The command that starts another one inside the group. */
    List<String> inside(List<String> command) {
        // the shell joins the group and then becomes the program, so that not even its start is outside
        List<String> all = new ArrayList<>(List.of("/bin/sh", "-c", "echo $$ > \"$0\" && exec \"$@\""));
        all.add(group.resolve("cgroup.procs").toString());
        all.addAll(command);
        return all;
    }

    /** Periods so far; null when the group is gone or the kernel does not tell. */
    public @Nullable Throttling throttling() {
        try {
            List<String> lines = Files.readAllLines(group.resolve("cpu.stat"));
            return new Throttling(value(lines, "nr_periods"), value(lines, "nr_throttled"));
        } catch (IOException e) {
            return null;
        }
    }

    private static long value(List<String> lines, String name) {
        return lines.stream()
                .filter(line -> line.startsWith(name + " "))
                .mapToLong(
                        line -> Long.parseLong(line.substring(name.length() + 1).strip()))
                .findFirst()
                .orElse(0);
    }

    /** Removes the group; its last process may need a moment to be gone. */
    @Override
    public void close() {
        boolean interrupted = false;
        IOException last = null;
        try {
            for (int attempt = 0; attempt < REMOVAL_ATTEMPTS; attempt++) {
                try {
                    Files.deleteIfExists(group);
                    return;
                } catch (IOException e) {
                    last = e;
                }
                try {
                    Thread.sleep(REMOVAL_PAUSE_MILLIS);
                } catch (InterruptedException e) {
                    // the group has to go all the same; the caller learns of it by the flag
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
        throw new ProcessFailedException("the control group " + group + " can't be removed: " + last);
    }
}
