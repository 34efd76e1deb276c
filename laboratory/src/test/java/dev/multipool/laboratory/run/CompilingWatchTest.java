package dev.multipool.laboratory.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CompilingWatchTest {
    private static final long MILLI = 1_000_000;

    private final List<List<Long>> noted = new ArrayList<>();
    private double seconds = 5;
    private int compilers;

    private CompilingWatch watch(double serverCores) {
        return new CompilingWatch(
                () -> () -> seconds, serverCores, 0, (begin, end) -> noted.add(List.of(begin / MILLI, end / MILLI)));
    }

    @Test
    void look_notesTheTimeInWhichAFifthOfTheCoreWasUsed() {
        CompilingWatch watch = watch(1);

        watch.look(50 * MILLI);
        seconds += 0.009;
        watch.look(100 * MILLI);
        seconds += 0.011;
        watch.look(150 * MILLI);
        watch.look(200 * MILLI);

        assertThat(noted).containsExactly(List.of(100L, 150L));
    }

    @Test
    void look_onFourCores_wantsFourTimesAsMuch() {
        CompilingWatch watch = watch(4);

        seconds += 0.039;
        watch.look(50 * MILLI);
        seconds += 0.041;
        watch.look(100 * MILLI);

        assertThat(noted).containsExactly(List.of(50L, 100L));
    }

    @Test
    void look_ofACompilerThatHasEnded_notesNothing() {
        CompilingWatch watch = watch(1);

        seconds = 1;
        watch.look(50 * MILLI);
        seconds += 0.05;
        watch.look(100 * MILLI);

        assertThat(noted).containsExactly(List.of(50L, 100L));
    }

    @Test
    void look_findsNewCompilersNowAndThen_whoseTimeBeforeIsNotCounted() {
        CompilingWatch watch = new CompilingWatch(
                () -> {
                    double secondsSoFar = 50.0 * compilers++;
                    return () -> secondsSoFar;
                },
                1,
                0,
                (begin, end) -> noted.add(List.of(begin, end)));

        for (int look = 1; look <= 45; look++) {
            watch.look(look * 50L * MILLI);
        }

        assertThat(compilers).isEqualTo(3);
        assertThat(noted).isEmpty();
    }
}
