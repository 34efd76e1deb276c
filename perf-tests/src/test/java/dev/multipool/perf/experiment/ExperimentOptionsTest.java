package dev.multipool.perf.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.multipool.laboratory.result.MadeUpResults;
import dev.multipool.perf.service.ServerTemplate;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ExperimentOptionsTest {
    @Test
    void sizes_areSortedAndElseTheExperimentsOwn() {
        assertThat(options(List.of(8, 2), 1).sizesOr(List.of(5))).containsExactly(2, 8);
        assertThat(options(List.of(), 1).sizesOr(List.of(5))).containsExactly(5);
    }

    @Test
    void variant_hasThePoolAndTheSettingsOfAllServers() {
        assertThat(options(List.of(), 1).servers().variant("cached", "cached:core=20,max=200"))
                .returns("cached", variant -> variant.name())
                .returns(
                        Map.of(
                                "pools.business",
                                "cached:core=20,max=200",
                                "server.event-loops",
                                "1",
                                "mock.delay",
                                "none"),
                        variant -> variant.server());
    }

    @Test
    void badOptions_areRefusedWithWhatWasExpected() {
        assertRefused(() -> options(List.of(2, 2), 1), "each once");
        assertRefused(() -> options(List.of(0), 1), "sizes: [0]");
        assertRefused(() -> options(List.of(10_001), 1), "sizes: [10001]");
        assertRefused(() -> options(List.of(2), 0), "repeats: 0");
    }

    private static ExperimentOptions options(List<Integer> sizes, int repeats) {
        return new ExperimentOptions(
                sizes, MadeUpResults.LOAD, repeats, new ServerTemplate(Map.of("mock.delay", "none"), null));
    }

    private static void assertRefused(Runnable options, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(options::run)
                .withMessageContaining(message)
                .withMessageContaining("(expected:");
    }
}
