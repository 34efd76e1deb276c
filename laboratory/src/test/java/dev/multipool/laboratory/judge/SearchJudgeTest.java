package dev.multipool.laboratory.judge;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * How good is the search, on services whose answer is known? On kept grids of real services and grids of simulated ones, whose
 * processes and windows differ as measured ones do; many seeds; made-up time. The rows go to {@code laboratory/target/judge.csv}.
 * {@code laboratory/src/test/judge/optuna_judge.py} lets others search the same services.
 */
@Tag("once")
class SearchJudgeTest {
    private static final int SEEDS = Integer.getInteger("judge.seeds", 30);
    private static final List<Integer> MINUTES = List.of(4, 8, 16);
    private static final double MOST_ANSWERS_THAT_BREAK = 0.05;
    private static final double LEAST_INTERVALS_THAT_HOLD = 0.9;
    /** In percent. */
    private static final double MOST_REGRET = 5;

    @Test
    @Timeout(600)
    void ourSearch_onEachKnownService() throws IOException, InterruptedException {
        List<String> rows = new ArrayList<>();
        rows.add(
                "service,search,seeds,windows,recommended,answers,regret_mean_percent,regret_most_percent,breaking,covered,next_window_breaks_percent");
        List<Judged> answers = new ArrayList<>();
        for (KnownServices.Known known : KnownServices.all()) {
            SearchJudge judge = new SearchJudge(known.truth());
            for (int minutes : MINUTES) {
                List<Judged> all = new ArrayList<>();
                for (int seed = 1; seed <= SEEDS; seed++) {
                    judge.judge(seed, Duration.ofMinutes(minutes)).ifPresent(all::add);
                }
                rows.add(known.name() + ",ours " + minutes + " min," + SEEDS + "," + row(all));
                answers.addAll(all.stream().filter(Judged::isAnswer).toList());
            }
        }
        Files.createDirectories(Path.of("target"));
        Files.write(Path.of("target", "judge.csv"), rows);

        assertThat(answers).as("answers").isNotEmpty();
        assertThat((double) answers.stream().filter(each -> !each.keeps()).count() / answers.size())
                .as("part of the answers that break the limit")
                .isLessThanOrEqualTo(MOST_ANSWERS_THAT_BREAK);
        assertThat(answers.stream().mapToDouble(Judged::breaking).average().orElseThrow())
                .as("how probable it is that one more window breaks the limit")
                .isLessThanOrEqualTo(MOST_ANSWERS_THAT_BREAK);
        assertThat((double) answers.stream().filter(Judged::covered).count() / answers.size())
                .as("part of the intervals that hold the truth")
                .isGreaterThanOrEqualTo(LEAST_INTERVALS_THAT_HOLD);
        assertThat(100 * answers.stream().mapToDouble(Judged::regret).average().orElseThrow())
                .as("mean regret in percent")
                .isLessThanOrEqualTo(MOST_REGRET);
    }

    private static String row(List<Judged> all) {
        List<Judged> answers = all.stream().filter(Judged::isAnswer).toList();
        return String.format(
                Locale.ROOT,
                "%.1f,%d,%d,%.2f,%.2f,%d,%d,%.2f",
                all.stream().mapToInt(Judged::windows).average().orElse(0),
                all.size(),
                answers.size(),
                100 * answers.stream().mapToDouble(Judged::regret).average().orElse(Double.NaN),
                100 * answers.stream().mapToDouble(Judged::regret).max().orElse(Double.NaN),
                answers.stream().filter(each -> !each.keeps()).count(),
                answers.stream().filter(Judged::covered).count(),
                100 * answers.stream().mapToDouble(Judged::breaking).average().orElse(Double.NaN));
    }
}
