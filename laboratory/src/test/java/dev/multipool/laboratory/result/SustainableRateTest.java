package dev.multipool.laboratory.result;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.laboratory.result.SustainableRate.Carried;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class SustainableRateTest {
    private static final SustainableRate RATE =
            SustainableRate.of(new Carried(1000, Demand.Arrivals.POISSON, 0.5, 8.0, Evidence.NOTHING, 1100), List.of());

    @Test
    void beside_whatTheClosedLoopHasInTheEnd_isAnotherPartOfIt() {
        Carried carried = Objects.requireNonNull(RATE.beside(1250.0).rate());

        assertThat(carried.partOfClosedLoop()).isEqualTo(0.8);
        assertThat(carried)
                .usingRecursiveComparison()
                .ignoringFields("partOfClosedLoop")
                .isEqualTo(RATE.rate());
        assertThat(RATE.beside(1250.0).text()).startsWith("Independent callers can have 80 % of");
    }

    @Test
    void beside_whatIsNotKnown_orWithoutARate_isTheSame() {
        SustainableRate none = SustainableRate.none(NoRate.OUT_OF_TIME);

        assertThat(RATE.beside(null)).isSameAs(RATE);
        assertThat(RATE.beside(0.0)).isSameAs(RATE);
        assertThat(none.beside(1600.0)).isSameAs(none);
    }
}
