package ${package};

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;

class ServiceSettingsTest {
    @Test
    void parse_nothing_isTheDefault() {
        ServiceSettings settings = ServiceSettings.parse(List.of());

        assertThat(settings.host()).isEqualTo("127.0.0.1");
        assertThat(settings.port()).isEqualTo(${port});
        assertThat(settings.adminPort()).isEqualTo(-1);
    }

    @Test
    void parse_eachFlag_changesItsSetting() {
        ServiceSettings settings = ServiceSettings.parse(
                List.of("--host", "0.0.0.0", "--port", "0", "--admin-port", "9000", "--pool", "fixed:threads=4"));

        assertThat(settings.host()).isEqualTo("0.0.0.0");
        assertThat(settings.port()).isZero();
        assertThat(settings.adminPort()).isEqualTo(9000);
        assertThat(settings.pool().maxThreads()).isEqualTo(4);
    }

    @Test
    void parse_badInput_saysWhatWasExpected() {
        for (List<String> bad : List.of(
                List.of("--prot", "1"), List.of("--port"), List.of("--port", "70000"), List.of("--pool", "threads=4"))) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> ServiceSettings.parse(bad))
                    .withMessageContaining("expected");
        }
    }
}
