package dev.multipool.bench.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.multipool.bench.search.JudgedRun.Verdict;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.function.DoubleFunction;
import org.junit.jupiter.api.Test;

/** The search over scripted response surfaces. */
class LoadSearchTest {
    private static final SearchSettings USERS = new SearchSettings(4, 1, 10_000, true, 0.05, 3);

    private final List<Double> levels = new ArrayList<>();

    @Test
    void doubles_thenBisects_thenRepeatsBothSides() {
        LoadSearch search = searched(USERS, level -> level <= 24 ? Verdict.PASS : Verdict.FAIL);

        assertThat(levels).containsExactly(4.0, 8.0, 16.0, 32.0, 24.0, 28.0, 26.0, 25.0, 24.0, 24.0, 25.0, 25.0);
        assertThat(search.lastPass()).isEqualTo(24);
        assertThat(search.firstFail()).isEqualTo(25);
    }

    @Test
    void everyBoundary_isFound_withinThePrecision() {
        for (int boundary = 1; boundary < 2_000; boundary++) {
            int last = boundary;
            levels.clear();

            LoadSearch search = searched(USERS, level -> level <= last ? Verdict.PASS : Verdict.FAIL);

            double pass = Objects.requireNonNull(search.lastPass());
            double fail = Objects.requireNonNull(search.firstFail());
            assertThat(pass).isLessThanOrEqualTo(boundary);
            assertThat(fail).isGreaterThan(boundary);
            assertThat(fail - pass).isLessThanOrEqualTo(Math.max(1, 0.05 * pass));
            assertThat(Collections.frequency(levels, pass)).isGreaterThanOrEqualTo(3);
            assertThat(Collections.frequency(levels, fail)).isGreaterThanOrEqualTo(3);
            assertThat(levels).hasSizeLessThan(25);
        }
    }

    @Test
    void aFirstLevelThatFails_goesDown() {
        LoadSearch search = searched(
                new SearchSettings(1_000, 1, 1e6, false, 0.05, 3), level -> level < 100 ? Verdict.PASS : Verdict.FAIL);

        assertThat(levels).startsWith(1_000.0, 500.0, 250.0, 125.0, 62.5, 93.75);
        assertThat(search.lastPass()).isBetween(93.0, 100.0);
        assertThat(search.firstFail()).isBetween(100.0, 105.0);
    }

    @Test
    void nothingPasses_endsAtTheSmallestLevel() {
        LoadSearch search = searched(USERS, level -> Verdict.FAIL);

        assertThat(levels).containsExactly(4.0, 2.0, 1.0, 1.0, 1.0);
        assertThat(search.lastPass()).isNull();
        assertThat(search.firstFail()).isEqualTo(1);
    }

    @Test
    void everythingPasses_endsAtTheLargestLevel() {
        LoadSearch search = searched(new SearchSettings(4, 1, 20, true, 0.05, 3), level -> Verdict.PASS);

        assertThat(levels).containsExactly(4.0, 8.0, 16.0, 20.0, 20.0, 20.0);
        assertThat(search.lastPass()).isEqualTo(20);
        assertThat(search.firstFail()).isNull();
    }

    @Test
    void aLuckyRunAboveTheBoundary_isTurnedByItsRepeats() {
        int[] lucky = {1};
        LoadSearch search =
                searched(USERS, level -> level <= 24 || (level == 26 && lucky[0]-- > 0) ? Verdict.PASS : Verdict.FAIL);

        assertThat(search.lastPass()).isEqualTo(24);
        assertThat(search.firstFail()).isEqualTo(25);
        assertThat(Collections.frequency(levels, 26.0)).isEqualTo(3);
    }

    @Test
    void anUnluckyRunBelowTheBoundary_isTurnedByItsRepeats() {
        int[] unlucky = {1};
        LoadSearch search =
                searched(USERS, level -> level > 24 || (level == 24 && unlucky[0]-- > 0) ? Verdict.FAIL : Verdict.PASS);

        assertThat(search.lastPass()).isEqualTo(24);
    }

    @Test
    void disturbedRuns_areRepeated_andCountNothing() {
        int[] disturbances = {1};
        LoadSearch search = searched(USERS, level -> {
            if (level == 16 && disturbances[0]-- > 0) {
                return Verdict.INVALID;
            }
            return level <= 24 ? Verdict.PASS : Verdict.FAIL;
        });

        assertThat(levels).startsWith(4.0, 8.0, 16.0, 16.0, 32.0);
        assertThat(search.lastPass()).isEqualTo(24);
    }

    @Test
    void whatCannotBeMeasured_boundsTheSearch_butIsNoFirstFail() {
        LoadSearch search = searched(USERS, level -> level <= 24 ? Verdict.PASS : Verdict.INVALID);

        assertThat(search.lastPass()).isEqualTo(24);
        assertThat(search.firstFail()).isNull();
        assertThat(search.notMeasurable()).isEqualTo(25);
    }

    @Test
    void randomVerdictsAroundTheBoundary_alwaysEnd_withPassBelowFail() {
        SplittableRandom random = new SplittableRandom(20_261_121);
        for (int i = 0; i < 2_000; i++) {
            levels.clear();
            double boundary = 1 + random.nextInt(500);

            LoadSearch search = searched(USERS, level -> {
                double pass = 1 / (1 + Math.exp((level - boundary) / (0.1 * boundary)));
                return random.nextInt(20) == 0
                        ? Verdict.INVALID
                        : random.nextDouble() < pass ? Verdict.PASS : Verdict.FAIL;
            });

            Double pass = search.lastPass();
            Double fail = search.firstFail();
            if (pass != null && fail != null) {
                assertThat(pass).isLessThan(fail);
            }
        }
    }

    @Test
    void settings_outOfBounds_areRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new SearchSettings(1, 4, 10, true, 0.05, 3))
                .withMessage("first: 1.0 (expected: from min: 4.0 to max: 10.0)");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new SearchSettings(4, 4, 10, true, 0.05, 2))
                .withMessage("repeats: 2 (expected: 3 to 10)");
    }

    private LoadSearch searched(SearchSettings settings, DoubleFunction<Verdict> surface) {
        LoadSearch search = new LoadSearch(settings);
        for (Double level = search.next(); level != null; level = search.next()) {
            levels.add(level);
            assertThat(levels).as("runs of one search").hasSizeLessThan(500);
            search.judged(level, surface.apply(level));
        }
        return search;
    }
}
