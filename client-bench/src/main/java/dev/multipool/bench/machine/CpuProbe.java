package dev.multipool.bench.machine;

import com.sun.management.OperatingSystemMXBean;
import dev.multipool.bench.stall.IdleClass;
import dev.multipool.pools.NanoClock;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
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
    // of children that have ended and were waited for
    private static final int CHILDREN_UTIME = 13;
    private static final int CHILDREN_STIME = 14;
    // in /proc/stat's lines "cpu user nice system idle iowait irq softirq steal": the first is of all, then one each
    private static final int STEAL = 8;
    // not irq and softirq: on a loopback they are the run's own traffic, and no process is charged with them
    private static final int[] BUSY = {1, 2, 3};
    private static final String ALL_CPUS = "cpu";

    private final Path procRoot;
    private final List<Long> serverPids;
    private final List<Long> companionPids;
    private final Set<Integer> watchedCpus;
    private final Set<String> machineLines;
    private final Map<String, Long> loopThreadIds;
    private final NanoClock clock;
    private final OperatingSystemMXBean process = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();

    CpuProbe(Path procRoot, WatchedMachine watched, Map<String, Long> loopThreadIds, NanoClock clock) {
        this.procRoot = procRoot;
        this.serverPids = watched.serverPids();
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
                serverNanos(),
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

    /** Of a server's processes and all below them, of those, too, that ended below them; null when it has ended. */
    private @Nullable Long serverNanos() {
        Set<Long> server = ProcessTree.read(procRoot).withDescendants(serverPids);
        long sum = 0;
        boolean lives = false;
        for (long pid : server) {
            String stat = read(procRoot.resolve(Long.toString(pid)).resolve("stat"));
            Long nanos = stat == null ? null : sum(stat, UTIME, STIME, CHILDREN_UTIME, CHILDREN_STIME);
            lives |= nanos != null;
            sum += nanos == null ? 0 : nanos;
        }
        return lives ? sum : null;
    }

    private @Nullable Long processNanos(long pid) {
        String stat = read(procRoot.resolve(Long.toString(pid)).resolve("stat"));
        return stat == null ? null : processNanos(stat);
    }

    /** User and system time out of a /proc/PID/stat; null when it has another shape. */
    static @Nullable Long processNanos(String stat) {
        return sum(stat, UTIME, STIME);
    }

    private static @Nullable Long sum(String stat, int... places) {
        String[] fields = ProcessTree.fieldsAfterName(stat);
        return IntStream.of(places).allMatch(place -> place < fields.length)
                ? ticksToNanos(
                        IntStream.of(places).mapToObj(place -> fields[place]).toArray(String[]::new))
                : null;
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
            // a name in it may end within a character
            return Files.readString(file, StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            // no Linux, or the process has ended
            return null;
        }
    }
}
