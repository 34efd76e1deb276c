package dev.multipool.bench.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class SweepSettingsTest {
    @Test
    void parse_nothing_isTheDefault() {
        assertThat(SweepSettings.parse(List.of())).isEqualTo(SweepSettings.DEFAULT);
    }

    @Test
    void parse_eachFlag_changesItsSetting() {
        SweepSettings settings = SweepSettings.parse(List.of(
                "--sizes",
                "4,12",
                "--objective",
                "tp50<2ms",
                "--users",
                "8",
                "--connections",
                "2",
                "--warmup",
                "500ms",
                "--duration",
                "1m",
                "--repeats",
                "3"));

        assertThat(settings.pools()).containsExactly("fixed:threads=4,queue=1000", "fixed:threads=12,queue=1000");
        assertThat(settings.objective()).hasToString("tp50<2ms");
        assertThat(settings.users()).isEqualTo(8);
        assertThat(settings.connections()).isEqualTo(2);
        assertThat(settings.warmup()).isEqualTo(Duration.ofMillis(500));
        assertThat(settings.duration()).isEqualTo(Duration.ofMinutes(1));
        assertThat(settings.repeats()).isEqualTo(3);
        assertThat(SweepSettings.parse(List.of("--pools", "cached:max=8;virtual:threads=100"))
                        .pools())
                .containsExactly("cached:max=8", "virtual:threads=100");
    }

    @Test
    void parse_badInput_saysWhatWasExpected() {
        assertFails("'--size' (expected: --sizes, --pools", "--size", "4");
        assertFails("--sizes: '' (expected: a whole number >= 1)", "--sizes", "4,");
        assertFails("--repeats: '0' (expected: a whole number >= 1)", "--repeats", "0");
        assertFails("--warmup: '5' (expected: a time such as 5s or 500ms)", "--warmup", "5");
        assertFails("--users: no value (expected: a flag and its value)", "--users");
        assertFails("connections: 4 (expected: <= users: 2)", "--users", "2");
    }

    @Test
    void cores_areSplitInHalves_andOneCoreIsShared() {
        assertThat(CoreSplit.of(CoreSplit.parse("0-2,7"))).isEqualTo(new CoreSplit("0,1", "2,7"));
        assertThat(CoreSplit.of(List.of(3))).isEqualTo(CoreSplit.SHARED);
        assertThat(CoreSplit.SHARED.onServerCores(List.of("java"))).containsExactly("java");
        assertThat(new CoreSplit("0", "1").onServerCores(List.of("java")))
                .containsExactly("taskset", "-c", "0", "java");
    }

    private static void assertFails(String message, String... arguments) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SweepSettings.parse(List.of(arguments)))
                .withMessageContaining(message);
    }
}
