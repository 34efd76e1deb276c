package dev.multipool.casebook;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CasebookTest {
    private static final int MOST_LINES = 15;

    @ParameterizedTest
    @EnumSource
    void description_hasAtMost15Lines(Case service) throws IOException {
        assertThat(Files.readAllLines(service.description())).hasSizeLessThanOrEqualTo(MOST_LINES);
    }
}
