package dev.multipool.perf.noise;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.laboratory.machine.ScatteredMemory;
import dev.multipool.laboratory.machine.Wanted;
import dev.multipool.laboratory.result.Demand;
import dev.multipool.laboratory.result.LabRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A service that starts on a machine whose free memory is scattered.
 *
 * <p><b>Question.</b> What does it cost the service, and what of that does compacted memory give back?
 *
 * <p><b>Setup.</b> Memory is scattered before each start, as it is after a day of work. Then one window of findUserInfo is measured, by turns
 * with memory as it is and with compacted memory.
 *
 * <p><b>Reading the result.</b> Where a hypervisor takes memory away, throughput is higher with compacted memory. On any machine it is not
 * lower.
 *
 * <p><b>How to run.</b> {@code mvn verify -Pnoise}.
 */
class PlantedScatterExperiment {
    private static final int ROUNDS = 5;
    private static final int SCATTERED_MEBIBYTES = 2048;
    private static final int THREADS = 40;
    private static final Demand USERS = new Demand.ClosedLoop(200, 0, 0.01);

    private final Path directory;

    PlantedScatterExperiment(@TempDir Path directory) {
        this.directory = directory;
    }

    @Test
    @Timeout(900)
    void whatStartsWithCompactedMemory_servesNoLess() throws IOException, InterruptedException {
        List<Double> asItIs = new ArrayList<>();
        List<Double> compacted = new ArrayList<>();
        for (int round = 0; round < ROUNDS; round++) {
            asItIs.add(throughput(Wanted.OFF, round));
            compacted.add(throughput(Wanted.ON, round));
        }

        System.out.printf(
                Locale.ROOT,
                "scattered memory: as it is %s calls/s; compacted %s calls/s; %.2f times as much in the middle%n",
                rounded(asItIs),
                rounded(compacted),
                middle(compacted) / middle(asItIs));
        assertThat(middle(compacted)).isGreaterThan(0.97 * middle(asItIs));
    }

    @SuppressWarnings("try") // the scattered memory only has to be there
    private double throughput(Wanted compactMemory, int round) throws IOException, InterruptedException {
        Path own = Files.createDirectory(directory.resolve(compactMemory.word() + round));
        try (ScatteredMemory scattered = ScatteredMemory.plant(SCATTERED_MEBIBYTES);
                NoisyLaboratory laboratory = NoisyLaboratory.start(own, compactMemory)) {
            // the first window of a process is a part of its warm-up
            laboratory.measure(THREADS, USERS);
            LabRun run = laboratory.measure(THREADS, USERS);
            return run.figures().counts().throughputPerSecond();
        }
    }

    private static double middle(List<Double> figures) {
        return figures.stream().sorted().toList().get(figures.size() / 2);
    }

    private static List<Long> rounded(List<Double> figures) {
        return figures.stream().map(Math::round).toList();
    }
}
