package dev.multipool.capacity.published;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

class PublishedTableTest {
    @ParameterizedTest
    @FieldSource("dev.multipool.capacity.published.PublishedTable#NAMES")
    void read_ofEachTable_knowsSourceMachineAndRows(String name) {
        PublishedTable table = PublishedTable.read(name);

        assertThat(table.source()).isNotBlank();
        assertThat(table.machine()).isNotBlank();
        assertThat(table.rows()).isNotEmpty();
    }

    @Test
    void row_findsByColumn() {
        assertThat(PublishedTable.read("jsf-cached").row("users", "200"))
                .contains(Map.of("users", "200", "tp99_ms", "99", "tps", "6230", "cpu_percent", "99.94"));
        assertThat(PublishedTable.read("jsf-cached").row("users", "201")).isEmpty();
    }

    @Test
    void parse_ofARowThatIsTooShort_isRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PublishedTable.parse("# whose\n# Machine: one\na,b\n1\n"))
                .withMessage("published row: [1] (expected: 2 cells)");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PublishedTable.parse("# whose\na,b\n1,2\n"))
                .withMessageContaining("one on the machine");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PublishedTable.read("none"))
                .withMessageStartingWith("name: none (expected: one of ");
    }
}
