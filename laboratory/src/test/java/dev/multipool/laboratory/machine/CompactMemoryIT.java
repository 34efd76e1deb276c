package dev.multipool.laboratory.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.multipool.laboratory.process.CpuQuota;
import dev.multipool.laboratory.process.JavaCommand;
import dev.multipool.laboratory.process.Jdk;
import dev.multipool.laboratory.process.Machine;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Where new memory lies, as the kernel's page tables tell. */
@Tag("full")
@Timeout(180)
class CompactMemoryIT {
    private static final String PATH = System.getenv().getOrDefault("PATH", "");
    private static final int BYTES = 64 << 20;
    private static final int SCATTERED_MEBIBYTES = 1024;
    private static final long SPACE = 2L << 30;

    private final Path directory;
    /** All that was asked for, so that none of it is given twice. */
    private final List<ByteBuffer> memory = new ArrayList<>();

    CompactMemoryIT(@TempDir Path directory) {
        this.directory = directory;
    }

    @Test
    @SuppressWarnings("try") // the scattered memory only has to be there
    void compactMemory_whereFreeMemoryIsScattered_hasNewMemoryLieTogether() throws Exception {
        assumeThat(OwnPages.frames()).as("this process may know its pages").isNotEmpty();
        assumeThat(Files.isDirectory(ScatteredMemory.IN_MEMORY)
                        && Files.getFileStore(ScatteredMemory.IN_MEMORY).getUsableSpace() > SPACE)
                .as("there is room to scatter memory")
                .isTrue();
        try (CoreWatch watch = CoreWatch.start(java(), order(), directory)) {
            assumeThat(watch.setup().memoryCompacted()).as(watch.description()).isTrue();
            try (ScatteredMemory scattered = ScatteredMemory.plant(SCATTERED_MEBIBYTES)) {
                long before = piecesOfNewMemory();

                watch.compactMemory();

                assertThat(piecesOfNewMemory())
                        .as("pieces of 2 MiB in which 64 MiB lie, of %d before", before)
                        .isLessThan(before / 3);
            }
        }
    }

    private long piecesOfNewMemory() throws IOException {
        Set<Long> before = OwnPages.frames();
        memory.add(ByteBuffer.allocateDirect(BYTES));
        Set<Long> added = new HashSet<>(OwnPages.frames());
        added.removeAll(before);
        return OwnPages.countPieces(added);
    }

    private static JavaCommand java() {
        return new JavaCommand(Jdk.running(), System.getProperty("java.class.path"), List.of());
    }

    private static CoreWatch.Order order() {
        return CoreWatch.Order.of(
                Machine.look(CpuQuota.PROC, PATH, 1).cpus(), new Countermeasures(Wanted.OFF, Wanted.ON), PATH);
    }
}
