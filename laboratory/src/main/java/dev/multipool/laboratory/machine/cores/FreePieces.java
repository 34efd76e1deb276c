package dev.multipool.laboratory.machine.cores;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The machine's free memory in pieces smaller than 2 MiB, which the kernel hands out before it breaks a larger one. Of single pages it
 * keeps some for each core, up to hundreds of MiB, and hands them out to that core first.
 *
 * <p>A machine that has no other memory left gets it back: the kernel ends this process first then.
 *
 * <p><b>Threads:</b> one at a time. <b>Lifecycle:</b> what was taken is kept until this JVM ends.
 */
final class FreePieces {
    private static final long PAGE = 4096;
    /** In the file, a column for each power of two; the first one that counts pieces of 2 MiB. */
    private static final int WHOLE = 9;
    /** Columns before the counts: {@code Node 0, zone Normal}. */
    private static final int NAMES = 4;
    /** Devices alone get memory from this zone. */
    private static final String OF_DEVICES = "DMA";

    private static final int CHUNK = 16 << 20;
    private static final long CHUNK_PAGES = CHUNK / PAGE;
    /** Of the memory that is to be had, at most. */
    private static final double LARGEST_SHARE = 0.25;
    /** More than a service is likely to need, and to take it lasts some ten seconds. */
    private static final long MOST_BYTES = 4L << 30;

    private static final int FIRST_TO_END = 1000;

    private final Path proc;
    private final List<ByteBuffer> taken = new ArrayList<>();

    /** @param proc where the kernel tells of processes and memory */
    FreePieces(Path proc) {
        this.proc = proc;
    }

    /** Whether the kernel tells of them. */
    boolean areTold() {
        return Stream.of("buddyinfo", "zoneinfo", "meminfo").map(proc::resolve).allMatch(Files::isReadable);
    }

    /**
     * Takes them, and those that are kept for a core. Too many are left where they are.
     *
     * @param cpu the core, on which the calling thread runs
     */
    void take(int cpu) throws IOException {
        for (long left = pagesOfTheCore(cpu); left >= CHUNK_PAGES && hasRoom(); left -= CHUNK_PAGES) {
            takeChunk();
        }
        long before = pagesInPieces();
        boolean wereThere = true;
        while (wereThere && before >= CHUNK_PAGES && hasRoom()) {
            takeChunk();
            long now = pagesInPieces();
            // some are for the kernel itself, which gives larger ones rather than these
            wereThere = before - now > CHUNK_PAGES / 2;
            before = now;
        }
    }

    private void takeChunk() throws IOException {
        if (taken.isEmpty()) {
            Files.writeString(proc.resolve("self/oom_score_adj"), String.valueOf(FIRST_TO_END));
        }
        // writes zeros, so that the kernel has to give each page
        taken.add(ByteBuffer.allocateDirect(CHUNK));
    }

    private boolean hasRoom() throws IOException {
        return takenBytes() + CHUNK <= mostBytes();
    }

    private long pagesInPieces() throws IOException {
        long pages = 0;
        for (String line : Files.readAllLines(proc.resolve("buddyinfo"))) {
            List<String> words = List.of(line.strip().split("\\s+", -1));
            if (!words.get(NAMES - 1).equals(OF_DEVICES)) {
                for (int order = 0; order < WHOLE; order++) {
                    pages += Long.parseLong(words.get(NAMES + order)) << order;
                }
            }
        }
        return pages;
    }

    /** In all zones: "cpu: 0", and in the next line "count: 42". */
    private long pagesOfTheCore(int cpu) throws IOException {
        long pages = 0;
        boolean isOfTheCore = false;
        for (String line : Files.readAllLines(proc.resolve("zoneinfo"))) {
            List<String> words = List.of(line.strip().split("\\s+", -1));
            switch (words.get(0)) {
                case "cpu:" -> isOfTheCore = Integer.parseInt(words.get(1)) == cpu;
                case "count:" -> pages += isOfTheCore ? Long.parseLong(words.get(1)) : 0;
                default -> {}
            }
        }
        return pages;
    }

    /** Of all that it takes. */
    private long mostBytes() throws IOException {
        try (Stream<String> lines = Files.lines(proc.resolve("meminfo"))) {
            long available = lines.filter(line -> line.startsWith("MemAvailable:"))
                    .mapToLong(line -> 1024 * Long.parseLong(line.replaceAll("\\D", "")))
                    .sum();
            return Math.min(MOST_BYTES, Math.round(LARGEST_SHARE * available));
        }
    }

    /** Bytes that were taken so far. */
    long takenBytes() {
        return (long) CHUNK * taken.size();
    }
}
