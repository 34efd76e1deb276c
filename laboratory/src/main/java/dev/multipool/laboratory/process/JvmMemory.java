package dev.multipool.laboratory.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The memory of another JVM at one moment.
 *
 * @param heapBytesByClass what its living objects take, after a full collection
 * @param residentBytes what the operating system holds in memory for the process
 */
public record JvmMemory(Map<String, Long> heapBytesByClass, long residentBytes) {
    private static final Pattern CLASS =
            Pattern.compile("^ *[0-9]+: +[0-9]+ +([0-9]+) +(\\S+)(?: .*)?$", Pattern.MULTILINE);
    private static final Pattern RESIDENT = Pattern.compile("^VmRSS:\\s+([0-9]+) kB$", Pattern.MULTILINE);
    private static final int BYTES_PER_KB = 1024;

    public JvmMemory {
        heapBytesByClass = Map.copyOf(heapBytesByClass);
    }

    /**
     * Collects that JVM's garbage and reads.
     *
     * @param jdk that has the jcmd to ask with
     * @throws IOException when the process is gone, or is no JVM that this user may ask
     */
    public static JvmMemory read(Jdk jdk, long pid) throws IOException, InterruptedException {
        String histogram = output(List.of(
                jdk.home().resolve("bin").resolve("jcmd").toString(), Long.toString(pid), "GC.class_histogram"));
        String status = Files.readString(Path.of("/proc", Long.toString(pid), "status"));
        return parse(histogram, status);
    }

    static JvmMemory parse(String histogram, String status) throws IOException {
        Map<String, Long> bytes = new HashMap<>();
        Matcher line = CLASS.matcher(histogram);
        while (line.find()) {
            bytes.merge(line.group(2), Long.parseLong(line.group(1)), Long::sum);
        }
        Matcher resident = RESIDENT.matcher(status);
        if (bytes.isEmpty() || !resident.find()) {
            throw new IOException("no memory figures: " + (bytes.isEmpty() ? histogram : status).strip());
        }
        return new JvmMemory(bytes, Long.parseLong(resident.group(1)) * BYTES_PER_KB);
    }

    public long heapBytes() {
        return heapBytesByClass.values().stream().mapToLong(Long::longValue).sum();
    }

    private static String output(List<String> command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException(String.join(" ", command) + ": " + text.strip());
        }
        return text;
    }
}
