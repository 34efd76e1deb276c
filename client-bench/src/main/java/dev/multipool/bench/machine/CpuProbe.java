package dev.multipool.bench.machine;

import com.sun.management.OperatingSystemMXBean;
import dev.multipool.bench.stall.IdleClass;
import dev.multipool.pools.NanoClock;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Reads CPU times: of this JVM from the JDK, of the server and of the machine from Linux's /proc. */
final class CpuProbe {
    /** Linux shows times to user space in 100ths of a second on all common platforms, whatever its timer does. */
    private static final long NANOS_PER_TICK = 10_000_000L;

    // in /proc/PID/stat, counted from the field after the command name, which is the 3rd
    private static final int UTIME = 11;
    private static final int STIME = 12;
    // in /proc/stat's lines "cpu user nice system idle iowait irq softirq steal": the first is of all, then one each
    private static final int STEAL = 8;
    // not irq and softirq: on a loopback they are the run's own traffic, and no process is charged with them
    private static final int[] BUSY = {1, 2, 3};
    private static final String ALL_CPUS = "cpu";

    private final Path procRoot;
    private final @Nullable Long serverPid;
    private final List<Long> companionPids;
    private final Set<Integer> watchedCpus;
    private final Set<String> machineLines;
    private final Map<String, Long> loopThreadIds;
    private final NanoClock clock;
    private final OperatingSystemMXBean process = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();

    CpuProbe(Path procRoot, WatchedMachine watched, Map<String, Long> loopThreadIds, NanoClock clock) {
        this.procRoot = procRoot;
        this.serverPid = watched.serverPid();
        this.companionPids = watched.companionPids();
        this.watchedCpus = watched.cpus();
        this.machineLines = watched.cpus().isEmpty()
                ? Set.of(ALL_CPUS)
                : watched.cpus().stream().map(cpu -> ALL_CPUS + cpu).collect(Collectors.toSet());
        this.loopThreadIds = loopThreadIds;
        this.clock = clock;
    }

    CpuSample sample() {
        long generatorNanos = process.getProcessCpuTime();
        Map<String, Long> loopNanos = new TreeMap<>();
        loopThreadIds.forEach((name, id) -> {
            long cpuNanos = threads.isThreadCpuTimeSupported() ? threads.getThreadCpuTime(id) : -1;
            if (cpuNanos >= 0) {
                loopNanos.put(name, cpuNanos);
            }
        });
        String machine = read(procRoot.resolve("stat"));
        return new CpuSample(
                clock.nanoTime(),
                generatorNanos >= 0 ? generatorNanos : null,
                serverPid == null ? null : processNanos(serverPid),
                machine == null ? null : stealNanos(machine, machineLines),
                machine == null ? null : othersNanos(machine),
                companionNanos(),
                loopNanos);
    }

    /** Without those that run only where nothing else wants to. */
    private @Nullable Long othersNanos(String machine) {
        Long busy = busyNanos(machine, machineLines);
        return busy == null ? null : busy - NANOS_PER_TICK * IdleClass.ticks(procRoot, watchedCpus);
    }

    private @Nullable Long companionNanos() {
        long sum = 0;
        for (long pid : companionPids) {
            Long nanos = processNanos(pid);
            if (nanos == null) {
                return null;
            }
            sum += nanos;
        }
        return companionPids.isEmpty() ? null : sum;
    }

    private @Nullable Long processNanos(long pid) {
        String stat = read(procRoot.resolve(Long.toString(pid)).resolve("stat"));
        return stat == null ? null : processNanos(stat);
    }

    /** User and system time out of a /proc/PID/stat; null when it has another shape. */
    static @Nullable Long processNanos(String stat) {
        // the command name stands in parentheses and may itself hold spaces and parentheses
        int afterName = stat.lastIndexOf(')') + 2;
        String[] fields = afterName > stat.length()
                ? new String[0]
                : stat.substring(afterName).split(" ", -1);
        return fields.length > STIME ? ticksToNanos(fields[UTIME], fields[STIME]) : null;
    }

    /** Steal time out of these lines of a /proc/stat; null when it has another shape. */
    static @Nullable Long stealNanos(String stat, Set<String> lines) {
        return machineNanos(stat, lines, STEAL);
    }

    /** Time of all processes, out of these lines of a /proc/stat; null when it has another shape. */
    static @Nullable Long busyNanos(String stat, Set<String> lines) {
        return machineNanos(stat, lines, BUSY);
    }

    private static @Nullable Long machineNanos(String stat, Set<String> lines, int... columns) {
        long sum = 0;
        int found = 0;
        for (String line : stat.lines().toList()) {
            String[] fields = line.split("\\s+", -1);
            if (fields.length > STEAL && lines.contains(fields[0])) {
                Long nanos = ticksToNanos(
                        IntStream.of(columns).mapToObj(column -> fields[column]).toArray(String[]::new));
                if (nanos == null) {
                    return null;
                }
                sum += nanos;
                found++;
            }
        }
        return found == lines.size() ? sum : null;
    }

    private static @Nullable Long ticksToNanos(String... ticks) {
        try {
            long sum = 0;
            for (String count : ticks) {
                sum += Long.parseLong(count);
            }
            return sum * NANOS_PER_TICK;
        } catch (NumberFormatException e) {
            return null;
        }
    }

    private static @Nullable String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            // no Linux, or the process has ended
            return null;
        }
    }
}
