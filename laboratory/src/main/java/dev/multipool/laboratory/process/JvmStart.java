package dev.multipool.laboratory.process;

import dev.multipool.pools.NanoClock;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;

/**
 * Whether a JVM has started. HotSpot answers whoever attaches before that, but has no modules yet: an agent that is loaded
 * then fails, and may end the JVM.
 *
 * <p>HotSpot tells it in the file of its performance counters, {@code hsperfdata_USER/PID} in the folder for temporary
 * files; the file's layout is that of the JDK's {@code perfMemory.hpp}, version 2.
 */
final class JvmStart {
    /** When the JVM had started, in milliseconds; zero before that. */
    private static final String STARTED = "sun.rt.createVmEndTime";

    private static final int MAGIC = 0xcafec0c0;
    private static final int BYTE_ORDER = 4;
    private static final int FIRST_ENTRY = 24;
    private static final int PROLOGUE_BYTES = 32;
    private static final int NAME_OFFSET = 4;
    private static final int DATA_OFFSET = 16;
    private static final int ENTRY_BYTES = 20;

    /** The file comes early in a start: who has none for so long keeps none. */
    private static final Duration WITHOUT_FILE = Duration.ofSeconds(2);

    private static final long PAUSE_MILLIS = 20;

    private JvmStart() {}

    /** Waits until the JVM has started, or has ended; waits two seconds for one that keeps no counters, as some flags have it. */
    static void await(long pid) throws InterruptedException, IOException {
        NanoClock clock = NanoClock.system();
        long began = clock.nanoTime();
        while (ProcessHandle.of(pid).isPresent()) {
            Optional<Path> counters = counters(pid);
            if (counters.isPresent()
                    ? hasStarted(Files.readAllBytes(counters.get()))
                    : clock.nanoTime() - began > WITHOUT_FILE.toNanos()) {
                return;
            }
            Thread.sleep(PAUSE_MILLIS);
        }
    }

    private static Optional<Path> counters(long pid) throws IOException {
        try (DirectoryStream<Path> users =
                Files.newDirectoryStream(Path.of(System.getProperty("java.io.tmpdir")), "hsperfdata_*")) {
            for (Path user : users) {
                Path file = user.resolve(Long.toString(pid));
                if (Files.isReadable(file)) {
                    return Optional.of(file);
                }
            }
        }
        return Optional.empty();
    }

    /** What the counters say; of a file in another layout, that the JVM has started. */
    static boolean hasStarted(byte[] counters) {
        ByteBuffer file = ByteBuffer.wrap(counters);
        if (counters.length < PROLOGUE_BYTES || file.getInt(0) != MAGIC) {
            // HotSpot makes the file before it fills it
            return counters.length > 0 && file.get(0) != 0;
        }
        file.order(file.get(BYTE_ORDER) == 0 ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
        int entry = file.getInt(FIRST_ENTRY);
        int length = entry > 0 && entry + ENTRY_BYTES <= counters.length ? file.getInt(entry) : 0;
        while (length > 0) {
            if (isNamed(STARTED, counters, entry + file.getInt(entry + NAME_OFFSET))) {
                return file.getLong(entry + file.getInt(entry + DATA_OFFSET)) != 0;
            }
            entry += length;
            length = entry + ENTRY_BYTES <= counters.length ? file.getInt(entry) : 0;
        }
        return false;
    }

    private static boolean isNamed(String name, byte[] counters, int at) {
        byte[] bytes = name.getBytes(StandardCharsets.US_ASCII);
        int end = at + bytes.length;
        return at > 0
                && end < counters.length
                && counters[end] == 0
                && Arrays.equals(counters, at, end, bytes, 0, bytes.length);
    }
}
