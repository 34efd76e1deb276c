package dev.multipool.laboratory.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.laboratory.description.DescriptionReader;
import dev.multipool.laboratory.description.ServiceDescription;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TwoSettingsTest {
    @Test
    void of_knobsWithoutConstraints_differsInAll() {
        TwoSettings settings = TwoSettings.of(description("[a <= 100]")).orElseThrow();

        assertThat(settings.first().values()).isEqualTo(Map.of("a", "2", "b", "1", "c", "x"));
        assertThat(settings.second().values()).isEqualTo(Map.of("a", "50", "b", "40", "c", "z"));
    }

    @Test
    void of_constraintThatForbidsTheCorners_differsInAsManyAsItLets() {
        ServiceDescription description = description("[b <= a, a <= 40]");

        TwoSettings settings = TwoSettings.of(description).orElseThrow();

        assertThat(description.allows(settings.first())).isTrue();
        assertThat(description.allows(settings.second())).isTrue();
        assertThat(settings.first().values()).isEqualTo(Map.of("a", "2", "b", "1", "c", "x"));
        assertThat(settings.second().values()).isEqualTo(Map.of("a", "2", "b", "1", "c", "z"));
    }

    @Test
    void of_constraintThatNoCornerKeeps_isNothing() {
        assertThat(TwoSettings.of(description("[a >= 10, a <= 40]"))).isEmpty();
    }

    private static ServiceDescription description(String constraints) {
        return DescriptionReader.parse(Path.of("three.yaml"), """
                service:
                  start: java Three.java {port}
                  ready: {tcp: '127.0.0.1:{port}'}
                knobs:
                  a: {range: 2..50, env: A}
                  b: {range: 1..40, env: B}
                  c: {choices: [x, y, z], env: C}
                constraints: %s
                load:
                  http: GET http://127.0.0.1:{port}/
                """.formatted(constraints));
    }
}
