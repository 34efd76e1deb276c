package dev.multipool.laboratory.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads from Linux's /proc what the scheduler did with the threads of a process: time on a core, time in the run queue,
 * and how often each gave its core away.
 *
 * <p>Threads are told apart by their names, of which the kernel keeps 15 characters.
 */
public final class ThreadTimes {
    private static final Pattern NUMBERED = Pattern.compile("(.+?)(-\\d+)+");

    private final Path proc;

    /** Reads below {@code /proc}, or below another directory in tests. */
    public ThreadTimes(Path proc) {
        this.proc = proc;
    }

    /** The name that the threads of a pool share: {@code http} for {@code http-7}; the name itself without number. */
    public static String groupOf(String threadName) {
        Matcher numbered = NUMBERED.matcher(threadName);
        return numbered.matches() ? numbered.group(1) : threadName;
    }

    /**
     * What one thread has used since it began.
     *
     * @param group {@linkplain #groupOf whose} it is
     */
    record OfThread(
            String group, double cpuSeconds, double runQueueSeconds, long voluntarySwitches, long involuntarySwitches) {
        OfThread since(OfThread earlier) {
            return new OfThread(
                    group,
                    cpuSeconds - earlier.cpuSeconds,
                    runQueueSeconds - earlier.runQueueSeconds,
                    voluntarySwitches - earlier.voluntarySwitches,
                    involuntarySwitches - earlier.involuntarySwitches);
        }
    }

    /** All threads of a process by their numbers. */
    public record Reading(Map<Long, OfThread> threads) {
        public Reading {
            threads = Map.copyOf(threads);
        }

        /**
         * What the threads of each group used since an earlier reading, in the order of their names. A thread that was not
         * there at the earlier reading counts from its own beginning.
         */
        public List<ScheduledThreads> since(Reading earlier) {
            Map<String, List<OfThread>> groups = new TreeMap<>();
            threads.forEach((number, now) -> {
                OfThread before = earlier.threads.get(number);
                groups.computeIfAbsent(now.group(), group -> new ArrayList<>())
                        .add(before == null ? now : now.since(before));
            });
            return groups.entrySet().stream()
                    .map(group -> sum(group.getKey(), group.getValue()))
                    .toList();
        }

        private static ScheduledThreads sum(String group, List<OfThread> threads) {
            return new ScheduledThreads(
                    group,
                    threads.size(),
                    threads.stream().mapToDouble(OfThread::cpuSeconds).sum(),
                    threads.stream().mapToDouble(OfThread::runQueueSeconds).sum(),
                    threads.stream().mapToLong(OfThread::voluntarySwitches).sum(),
                    threads.stream().mapToLong(OfThread::involuntarySwitches).sum());
        }
    }

    /** Reads now; null where there is no such process, or the kernel does not tell. */
    public @Nullable Reading read(long pid) {
        Map<Long, OfThread> threads = new HashMap<>();
        try (DirectoryStream<Path> tasks =
                Files.newDirectoryStream(proc.resolve(Long.toString(pid)).resolve("task"))) {
            for (Path task : tasks) {
                OfThread thread = ofThread(task);
                if (thread != null) {
                    threads.put(Long.valueOf(task.getFileName().toString()), thread);
                }
            }
        } catch (IOException e) {
            return null;
        }
        return threads.isEmpty() ? null : new Reading(threads);
    }

    /** Null when the thread ended meanwhile, or the kernel keeps no such figures. */
    private static @Nullable OfThread ofThread(Path task) {
        try {
            String[] scheduled =
                    Files.readString(task.resolve("schedstat")).strip().split(" ", -1);
            List<String> status = Files.readAllLines(task.resolve("status"), StandardCharsets.ISO_8859_1);
            return new OfThread(
                    groupOf(name(task)),
                    Long.parseLong(scheduled[0]) / 1e9,
                    Long.parseLong(scheduled[1]) / 1e9,
                    switches(status, "voluntary_ctxt_switches:"),
                    switches(status, "nonvoluntary_ctxt_switches:"));
        } catch (IOException e) {
            return null;
        }
    }

    /** The kernel keeps 15 bytes of it, and so may cut a character; what is left of that is replaced. */
    private static String name(Path task) throws IOException {
        return new String(Files.readAllBytes(task.resolve("comm")), StandardCharsets.UTF_8).strip();
    }

    private static long switches(List<String> status, String name) {
        return status.stream()
                .filter(line -> line.startsWith(name))
                .mapToLong(line -> Long.parseLong(line.substring(name.length()).strip()))
                .sum();
    }
}
