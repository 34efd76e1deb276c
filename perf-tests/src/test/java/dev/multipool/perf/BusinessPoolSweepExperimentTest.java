package dev.multipool.perf;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.perf.SweepSettings.Load;
import dev.multipool.perf.result.LabRun;
import dev.multipool.perf.result.MadeUpResults;
import dev.multipool.perf.result.PoolSettings;
import dev.multipool.perf.result.RunSettings;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class BusinessPoolSweepExperimentTest {
    private static final Load LOAD = new Load(32, 4, Duration.ofSeconds(10), Duration.ofMillis(1500), 10_000);

    private Instant now = Instant.EPOCH;

    @Test
    void trials_goUpwardsThenDownwards() {
        List<Trial> trials = experiment(3).trials();

        assertThat(trials)
                .extracting(trial -> trial.settings().pool().threads())
                .containsExactly(2, 8, 32, 32, 8, 2, 2, 8, 32);
        assertThat(trials).extracting(Trial::number).containsExactly(1, 2, 3, 4, 5, 6, 7, 8, 9);
        assertThat(trials).extracting(Trial::repeat).containsExactly(1, 1, 1, 2, 2, 2, 3, 3, 3);
        assertThat(trials.get(0).settings())
                .isEqualTo(new RunSettings(PoolSettings.business(2, 1000), 1, 32, 4, 10, 1.5, 10_000));
    }

    @Test
    void trials_queueHoldsEveryUser() {
        Load manyUsers = new Load(5000, 4, Duration.ZERO, Duration.ofSeconds(1), 10);
        List<Trial> trials =
                new BusinessPoolSweepExperiment(new SweepSettings(List.of(2), 1, 0, manyUsers), () -> now).trials();

        assertThat(trials.get(0).settings().pool().queue()).isEqualTo(5000);
    }

    @Test
    void run_tellsEachRunWithItsPlaceAndTheTimeLeft() throws InterruptedException {
        List<String> progress = new ArrayList<>();

        List<LabRun> runs = experiment(1)
                .run(
                        trial -> {
                            now = now.plusSeconds(20);
                            return MadeUpResults.run(
                                    trial.number(),
                                    trial.repeat(),
                                    trial.settings().pool().threads(),
                                    1234,
                                    9.87);
                        },
                        progress::add);

        assertThat(runs).hasSize(3);
        assertThat(progress)
                .containsExactly(
                        "run  1 of 3: repeat 1,   2 threads:   1234 TPS, TP99   9.9 ms, 0 errors  0:20 elapsed, about"
                                + " 0:40 left",
                        "run  2 of 3: repeat 1,   8 threads:   1234 TPS, TP99   9.9 ms, 0 errors  0:40 elapsed, about"
                                + " 0:20 left",
                        "run  3 of 3: repeat 1,  32 threads:   1234 TPS, TP99   9.9 ms, 0 errors  1:00 elapsed, about"
                                + " 0:00 left");
    }

    @Test
    void run_makesARunThatDoesNotCountAgainAndKeepsBoth() throws InterruptedException {
        List<String> progress = new ArrayList<>();

        List<LabRun> runs = experiment(1)
                .run(
                        trial -> {
                            LabRun run = MadeUpResults.run(
                                    trial.number(),
                                    trial.repeat(),
                                    trial.settings().pool().threads(),
                                    1234,
                                    9.87);
                            boolean disturbed = trial.settings().pool().threads() == 8 && trial.number() < 9;
                            return disturbed ? MadeUpResults.invalid(run, "not steady") : run;
                        },
                        progress::add);

        assertThat(runs).extracting(LabRun::number).containsExactly(1, 2, 3, 4, 5);
        assertThat(runs).extracting(run -> run.settings().pool().threads()).containsExactly(2, 8, 8, 8, 32);
        assertThat(runs).extracting(LabRun::isValid).containsExactly(true, false, false, false, true);
        assertThat(progress.get(1))
                .startsWith("run  2 of 4: repeat 1,   8 threads")
                .endsWith("INVALID, made again");
    }

    @Test
    void estimate_countsEveryRun() {
        assertThat(experiment(2).estimate()).isEqualTo(Duration.ofSeconds(87));
    }

    private BusinessPoolSweepExperiment experiment(int repeats) {
        return new BusinessPoolSweepExperiment(new SweepSettings(List.of(32, 2, 8), repeats, 2, LOAD), () -> now);
    }
}
