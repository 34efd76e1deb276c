package dev.multipool.laboratory.machine.cores;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files in place of a kernel, which is asked in {@code CoreWatchIT}. */
class MemoryCompactionTest {
    private static final long MEBIBYTE = 1 << 20;

    private final Path root;
    private final Path proc;

    MemoryCompactionTest(@TempDir Path root) {
        this.root = root;
        this.proc = root.resolve("proc");
    }

    @Test
    void compact_tellsTheKernel() throws IOException, InterruptedException {
        Path order = Files.createDirectories(proc.resolve("sys/vm")).resolve("compact_memory");
        Files.createFile(order);
        memory(1, 1, 1000);

        MemoryCompaction.of(root).orElseThrow().compact(List.of());

        assertThat(order).hasContent("1");
    }

    @Test
    void of_aMachineThatCanNot_isEmpty_andMakesNoFile() {
        assertThat(MemoryCompaction.of(root)).isEmpty();
        assertThat(root).isEmptyDirectory();
    }

    @Test
    void of_aMachineThatDoesNotTellOfItsMemory_isEmpty() throws IOException {
        Files.createFile(Files.createDirectories(proc.resolve("sys/vm")).resolve("compact_memory"));
        memory(1, 1, 1000);
        assertThat(MemoryCompaction.of(root)).isPresent();

        Files.delete(proc.resolve("zoneinfo"));

        assertThat(MemoryCompaction.of(root)).isEmpty();
    }

    /** Those of devices, and whole pieces, are left: the kernel does not hand them out first. So are those that it keeps to itself. */
    @Test
    void take_takesPiecesBelow2Mebibytes_asLongAsTheyGetFewer_andIsTheFirstToEndWhereMemoryIsShort()
            throws IOException {
        memory(100, 0, 1000);
        FreePieces pieces = new FreePieces(proc);

        pieces.take(1);

        assertThat(pieces.takenBytes()).isEqualTo(16 * MEBIBYTE);
        assertThat(proc.resolve("self/oom_score_adj")).hasContent("1000");
    }

    @Test
    void take_takesAQuarterOfTheMemoryAtMost() throws IOException {
        memory(0, 50_000, 160);
        FreePieces pieces = new FreePieces(proc);

        pieces.take(1);
        pieces.take(1);

        assertThat(pieces.takenBytes()).isEqualTo(32 * MEBIBYTE);
    }

    @Test
    void take_takesThePagesThatAreKeptForItsCore() throws IOException {
        memory(0, 5000, 1000);
        FreePieces pieces = new FreePieces(proc);

        pieces.take(0);
        assertThat(pieces.takenBytes()).isZero();

        pieces.take(1);
        assertThat(pieces.takenBytes()).isEqualTo(16 * MEBIBYTE);
    }

    @Test
    void take_whereThereIsLittle_changesNothing() throws IOException {
        memory(1, 1, 1000);

        new FreePieces(proc).take(1);

        assertThat(proc.resolve("self/oom_score_adj")).hasContent("0");
    }

    /**
     * Describes memory.
     *
     * @param pieces of each size below 2 MiB
     * @param kept pages that are kept for core 1
     * @param available MiB that are to be had
     */
    private void memory(int pieces, int kept, long available) throws IOException {
        Files.writeString(Files.createDirectories(proc.resolve("self")).resolve("oom_score_adj"), "0");
        String counts = (" " + pieces).repeat(9);
        Files.writeString(
                proc.resolve("buddyinfo"),
                "Node 0, zone      DMA" + " 5000".repeat(11) + "\nNode 0, zone   Normal" + counts + " 70000 8000\n");
        Files.writeString(proc.resolve("zoneinfo"), """
                Node 0, zone   Normal
                  pages free     4096
                  pagesets
                    cpu: 0
                              count:    7
                              high:     99999
                    cpu: 1
                              count:    %d
                              high:     99999
                  vm stats threshold: 42
                """.formatted(kept));
        Files.writeString(
                proc.resolve("meminfo"), "MemTotal:       99999999 kB\nMemAvailable:   " + available * 1024 + " kB\n");
    }
}
