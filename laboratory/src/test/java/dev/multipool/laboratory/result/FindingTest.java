package dev.multipool.laboratory.result;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.multipool.laboratory.result.Finding.Subject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FindingTest {
    private static final int LONGEST_SENTENCE = 25;

    @ParameterizedTest
    @EnumSource
    void text_ofWhatIsKnown_isInShortSentencesAndLeavesNothingOpen(FindingCode code) {
        Finding finding = complete(code);

        assertThat(finding.text()).doesNotContain("{").doesNotContain(" / ").endsWith(".");
        assertThat(finding.text().split("(?<=[.]) "))
                .hasSameSizeAs(code.sentences())
                .allSatisfy(sentence -> assertThat(sentence.split(" ")).hasSizeLessThanOrEqualTo(LONGEST_SENTENCE));
    }

    @Test
    void text_leavesOutTheSentence_whoseFigureIsNotKnown() {
        Finding finding = Finding.of(FindingCode.MODEL_PROPOSED)
                .about(Subject.METHOD, "query-items")
                .about(Subject.POOLS, "business 14")
                .with(FindingFigure.USERS, 1);

        assertThat(finding.text()).isEqualTo("For query-items and 1 user the model proposes business 14.");
    }

    @ParameterizedTest
    @EnumSource
    void json_givesTheSameValueAndTheSameWords(FindingCode code) throws JsonProcessingException {
        Finding finding = complete(code);
        ObjectMapper mapper = new ObjectMapper();

        Finding read = mapper.readValue(mapper.writeValueAsString(finding), Finding.class);

        assertThat(read).isEqualTo(finding).returns(finding.text(), Finding::text);
    }

    /** With a name of two words for each subject. */
    private static Finding complete(FindingCode code) {
        Finding finding = Finding.of(code);
        for (Subject subject : Subject.values()) {
            finding = finding.about(subject, "some name");
        }
        for (FindingFigure figure : FindingFigure.values()) {
            finding = finding.with(figure, 0.5);
        }
        return finding;
    }
}
