package dev.multipool.laboratory.sizing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class KnobScaleTest {
    @Test
    void logarithmic_hasItsEndsAndPreferredNumbersBetween() {
        assertThat(KnobScale.logarithmic("tomcat", 5, 200).values())
                .containsExactly("5", "6", "10", "16", "25", "40", "63", "100", "160", "200");
        assertThat(KnobScale.logarithmic("queue", 0, 10).values()).containsExactly("0", "1", "2", "3", "4", "6", "10");
    }

    @Test
    void linear_hasEqualDistances() {
        assertThat(KnobScale.linear("io", 0, 3).values()).containsExactly("0", "1", "2", "3");
        assertThat(KnobScale.linear("io", 0, 100).values()).hasSize(11).contains("0", "50", "100");
    }

    @Test
    void with_putsTheValueInItsPlace() {
        assertThat(KnobScale.logarithmic("hikari", 4, 16).with(12).values())
                .containsExactly("4", "6", "10", "12", "16");
    }

    @Test
    void range_minAboveMax_isRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> KnobScale.logarithmic("hikari", 9, 3))
                .withMessage("range of hikari: 9..3 (expected: min <= max)");
    }

    @Test
    void thinned_keepsBothEndsAndWhatLiesEvenlyBetween() {
        KnobScale scale = KnobScale.logarithmic("tomcat", 4, 200);

        assertThat(scale.thinned(3).values()).containsExactly("4", "40", "200");
        assertThat(scale.thinned(2).values()).containsExactly("4", "200");
        assertThat(scale.thinned(50)).isEqualTo(scale);
        assertThat(KnobScale.ofChoices("collector", List.of("a", "b", "c"))
                        .thinned(2)
                        .values())
                .hasSize(3);
        assertThatIllegalArgumentException().isThrownBy(() -> scale.thinned(1)).withMessageContaining("points: 1");
    }

    @Test
    void start_thatTheConstraintsForbid_isTheNearestThatFits() {
        KnobSpace space = new KnobSpace(
                List.of(KnobScale.logarithmic("tomcat", 4, 40), KnobScale.logarithmic("hikari", 4, 40)),
                values -> Integer.parseInt(values.getOrDefault("hikari", "0"))
                        <= Integer.parseInt(values.getOrDefault("tomcat", "0")));

        Map<String, String> start = space.valuesOf(space.start(Map.of("tomcat", "10", "hikari", "16")));

        assertThat(space.allowed().test(start)).isTrue();
        assertThat(start).isIn(Map.of("tomcat", "10", "hikari", "10"), Map.of("tomcat", "16", "hikari", "16"));
    }

    @Test
    void constraints_thatNothingFits_areRefused() {
        KnobSpace space = new KnobSpace(List.of(KnobScale.logarithmic("tomcat", 4, 40)), values -> false);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> space.start(Map.of()))
                .withMessageContaining("constraints");
    }
}
