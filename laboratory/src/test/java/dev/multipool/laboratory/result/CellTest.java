package dev.multipool.laboratory.result;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;

class CellTest {
    static final List<Cell> CELLS = List.of(
            Cell.NOTHING,
            Cell.word("none tried"),
            Cell.whole(1166.4),
            Cell.millis(0.123),
            Cell.millis(9.87),
            Cell.millis(104.2),
            Cell.change(0.0125),
            Cell.percent(0.824),
            Cell.percentWithDecimal(0.824));

    @Test
    void text_hasTheDigitsOfTheForm() {
        assertThat(CELLS)
                .extracting(Cell::text)
                .containsExactly("", "none tried", "1166", "0.12", "9.9", "104", "+1.3", "82 %", "82.4 %");
    }

    @ParameterizedTest
    @CsvSource({"1536.4, 1536.4", "46.45, 46.45", "25, 25", "'', ", "10 or more, "})
    void published_isShownAsItWas(String published, Double number) {
        assertThat(Cell.published(published)).returns(published, Cell::text).returns(number, Cell::number);
    }

    @Test
    void aNumberThatIsNone_isAWord() {
        assertThat(Cell.whole(Double.NaN)).isEqualTo(Cell.word("not known"));
    }

    @ParameterizedTest
    @FieldSource("CELLS")
    void json_givesTheSameCell(Cell cell) throws JsonProcessingException {
        ObjectMapper mapper = new ObjectMapper();

        assertThat(mapper.readValue(mapper.writeValueAsString(cell), Cell.class))
                .isEqualTo(cell);
    }
}
