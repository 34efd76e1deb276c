package dev.multipool.bench.result;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.multipool.bench.result.InvalidReason.Measure;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class InvalidReasonTest {
    private static final int LONGEST_SENTENCE = 25;

    @ParameterizedTest
    @EnumSource
    void text_isOneShortSentence(Fault fault) {
        assertThat(complete(fault).text().split(" ")).hasSizeBetween(2, LONGEST_SENTENCE);
    }

    @ParameterizedTest
    @EnumSource
    void json_givesTheSameReasonAndTheSameWords(Fault fault) throws JsonProcessingException {
        InvalidReason reason = complete(fault);
        ObjectMapper mapper = new ObjectMapper();

        InvalidReason read = mapper.readValue(mapper.writeValueAsString(reason), InvalidReason.class);

        assertThat(read).isEqualTo(reason).returns(reason.text(), InvalidReason::text);
    }

    private static InvalidReason complete(Fault fault) {
        InvalidReason reason = new InvalidReason(fault, Map.of(), Map.of("EINTERNAL", 2L), List.of("some-name"));
        for (Measure measure : Measure.values()) {
            reason = reason.with(measure, 1);
        }
        return reason;
    }
}
