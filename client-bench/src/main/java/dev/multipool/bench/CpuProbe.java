package dev.multipool.bench;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Reads CPU times: of this JVM from the JDK, of the server and of the machine from Linux's /proc. */
final class CpuProbe {
    /** Linux shows times to user space in 100ths of a second on all common platforms, whatever its timer does. */
    private static final long NANOS_PER_TICK = 10_000_000L;

    // in /proc/PID/stat, counted from the field after the command name, which is the 3rd
    private static final int UTIME = 11;
    private static final int STIME = 12;
    // in /proc/stat's line "cpu user nice system idle iowait irq softirq steal"
    private static final int STEAL = 8;

    private final Path procRoot;
    private final @Nullable Long serverPid;
    private final Map<String, Long> loopThreadIds;
    private final NanoClock clock;
    private final OperatingSystemMXBean process = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();

    CpuProbe(Path procRoot, @Nullable Long serverPid, Map<String, Long> loopThreadIds, NanoClock clock) {
        this.procRoot = procRoot;
        this.serverPid = serverPid;
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
        return new CpuSample(
                clock.nanoTime(), generatorNanos >= 0 ? generatorNanos : null, serverNanos(), stealNanos(), loopNanos);
    }

    private @Nullable Long serverNanos() {
        if (serverPid == null) {
            return null;
        }
        String stat = read(procRoot.resolve(serverPid.toString()).resolve("stat"));
        return stat == null ? null : processNanos(stat);
    }

    private @Nullable Long stealNanos() {
        String stat = read(procRoot.resolve("stat"));
        return stat == null ? null : stealNanos(stat);
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

    /** Steal time out of a /proc/stat; null when it has another shape. */
    static @Nullable Long stealNanos(String stat) {
        String[] fields = stat.lines().findFirst().orElse("").split("\\s+", -1);
        return fields.length > STEAL && fields[0].equals("cpu") ? ticksToNanos(fields[STEAL]) : null;
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
