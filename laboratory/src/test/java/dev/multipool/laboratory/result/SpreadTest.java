package dev.multipool.laboratory.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;

class SpreadTest {
    @Test
    void ofMeans_withAnEvenNumber_isTheMeanOfTheMiddleTwo() {
        assertThat(Spread.ofMeans(List.of(40.0, 10.0, 20.0, 30.0))).isEqualTo(new Spread(25, 10, 40));
    }

    @Test
    void ofPercentiles_neverAverages_andTakesTheLargerOfTheMiddleTwo() {
        assertThat(Spread.ofPercentiles(List.of(9.0, 8.0))).isEqualTo(new Spread(9, 8, 9));
        assertThat(Spread.ofPercentiles(List.of(9.0, 8.0, 70.0))).isEqualTo(new Spread(9, 8, 70));
    }

    @Test
    void ofNoValues_isRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> Spread.ofMeans(List.of()));
    }
}
