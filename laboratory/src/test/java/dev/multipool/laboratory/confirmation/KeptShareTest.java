package dev.multipool.laboratory.confirmation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Bounds of Clopper and Pearson, one-sided: of all windows kept the bound is the n-th root of 5 %. */
class KeptShareTest {
    @ParameterizedTest
    @CsvSource({
        "20, 20, 0.8609, true",
        "19, 20, 0.7839, true",
        "18, 20, 0.7174, false",
        "1, 1, 0.05, true",
        "0, 20, 0, false",
        "59, 59, 0.9505, true",
        "3, 3, 0.3684, true",
        "2, 3, 0.1354, false"
    })
    void keptOfJudged_tellsWhatIsSureOfAll(int kept, int judged, double atLeast, boolean enough) {
        KeptShare share = new KeptShare(kept, judged);

        assertThat(share.atLeast()).isCloseTo(atLeast, within(1e-4));
        assertThat(share.isEnough()).isEqualTo(enough);
    }

    @Test
    void nothingJudged_isSureOfNothing() {
        assertThat(new KeptShare(0, 0).atLeast()).isZero();
    }

    @ParameterizedTest
    @CsvSource({"20, 19", "19, 19", "40, 38", "100, 95", "1, 1"})
    void needed_isOneOfTwentyLess(int judged, int needed) {
        assertThat(new KeptShare(0, judged).needed()).isEqualTo(needed);
    }

    @ParameterizedTest
    @CsvSource({"-1, 3", "4, 3"})
    void moreKeptThanJudged_isRefused(int kept, int judged) {
        assertThatThrownBy(() -> new KeptShare(kept, judged))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("(expected: ");
    }
}
