package dev.multipool.laboratory.machine;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Where this process's memory lies in the machine, as the kernel tells those who may know. */
final class OwnPages {
    private static final Path SELF = Path.of("/proc/self");
    private static final int PAGE_BITS = 12;
    /** Pages of a piece of 2 MiB. */
    private static final int PIECE_BITS = 9;

    private static final long PRESENT = 1L << 63;
    private static final long FRAME = (1L << 55) - 1;
    private static final int ENTRIES_AT_ONCE = 1 << 16;
    /** The kernel's own, which no process can read about. */
    private static final String OF_THE_KERNEL = "[vsyscall]";

    private OwnPages() {}

    /** The numbers of the pages that it has; empty where this process may not know. */
    static Set<Long> frames() throws IOException {
        Set<Long> frames = new HashSet<>();
        List<String> mappings = Files.readAllLines(SELF.resolve("maps"));
        try (FileChannel entries = FileChannel.open(SELF.resolve("pagemap"))) {
            for (String mapping : mappings) {
                if (!mapping.endsWith(OF_THE_KERNEL)) {
                    String[] range = mapping.substring(0, mapping.indexOf(' ')).split("-", -1);
                    addFrames(entries, Long.parseLong(range[0], 16), Long.parseLong(range[1], 16), frames);
                }
            }
        }
        frames.remove(0L);
        return frames;
    }

    private static void addFrames(FileChannel entries, long begin, long end, Set<Long> frames) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(ENTRIES_AT_ONCE * Long.BYTES).order(ByteOrder.nativeOrder());
        long last = end >> PAGE_BITS;
        for (long page = begin >> PAGE_BITS; page < last; page += ENTRIES_AT_ONCE) {
            buffer.clear().limit((int) Math.min(ENTRIES_AT_ONCE, last - page) * Long.BYTES);
            while (buffer.hasRemaining() && entries.read(buffer, page * Long.BYTES + buffer.position()) > 0) {
                // until all of it is there
            }
            buffer.flip();
            while (buffer.hasRemaining()) {
                long entry = buffer.getLong();
                if ((entry & PRESENT) != 0) {
                    frames.add(entry & FRAME);
                }
            }
        }
    }

    /** How many pieces of 2 MiB pages lie in. */
    static long countPieces(Set<Long> frames) {
        return frames.stream().map(frame -> frame >> PIECE_BITS).distinct().count();
    }
}
