package dev.multipool.laboratory.knob;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class JmxValueTest {
    @Test
    void of_typesOfMBeans_isTheirValue() {
        assertThat(JmxValue.of("int", "8")).isEqualTo(8);
        assertThat(JmxValue.of("java.lang.Integer", "-8")).isEqualTo(-8);
        assertThat(JmxValue.of("long", "8")).isEqualTo(8L);
        assertThat(JmxValue.of("short", "8")).isEqualTo((short) 8);
        assertThat(JmxValue.of("double", "8")).isEqualTo(8.0);
        assertThat(JmxValue.of("java.lang.Float", "0.5")).isEqualTo(0.5f);
        assertThat(JmxValue.of("boolean", "true")).isEqualTo(true);
        assertThat(JmxValue.of("java.lang.String", "8")).isEqualTo("8");
        assertThat(JmxValue.of("java.lang.Object", "linked")).isEqualTo("linked");
    }

    @Test
    void of_textThatIsNoSuchValue_isRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> JmxValue.of("int", "many"));
        assertThatIllegalArgumentException().isThrownBy(() -> JmxValue.of("int", "3000000000"));
    }

    @Test
    void of_typeThatNoTextStandsFor_isRefusedByItsName() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> JmxValue.of("[Ljava.lang.String;", "8"))
                .withMessage("type [Ljava.lang.String; (expected: a number, boolean or String)");
    }
}
