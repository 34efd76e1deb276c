package dev.multipool.laboratory.sizing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SmallestSearchTest {
    private static final KnobSpace TWO_POOLS = new KnobSpace(
            List.of(KnobScale.logarithmic("workers", 1, 200), KnobScale.logarithmic("connections", 1, 50)),
            values -> true);

    @Test
    void search_rateThatBothPoolsLimit_findsTheSmallestOfBoth() throws InterruptedException {
        MadeUpService service = carrying(16, 6);

        SmallestSearch search = new SmallestSearch(TWO_POOLS, service, 500);
        search.search(Map.of());

        assertThat(search.finalists(1)).containsExactly(new Finalist(Map.of("workers", "16", "connections", "6"), 500));
        assertThat(service.windows()).isLessThan(14);
    }

    @Test
    void search_startCarriesNothing_beginsWithTheLargest() throws InterruptedException {
        SmallestSearch search = new SmallestSearch(TWO_POOLS, carrying(100, 25), 500);
        search.search(Map.of("workers", "1", "connections", "1"));

        assertThat(search.finalists(1).get(0).values()).isEqualTo(Map.of("workers", "100", "connections", "25"));
    }

    @Test
    void search_largestDies_beginsBelowIt() throws InterruptedException {
        MadeUpService service = carrying(16, 6);
        KnobSpace space = new KnobSpace(TWO_POOLS.scales(), values -> true);
        service.letDie(space.valuesOf(space.largest(space.start(Map.of()))));

        SmallestSearch search = new SmallestSearch(space, service, 500);
        search.search(Map.of("workers", "1", "connections", "1"));

        assertThat(search.finalists(1)).containsExactly(new Finalist(Map.of("workers", "16", "connections", "6"), 500));
    }

    @Test
    void search_nothingCarriesTheRate_hasNoFinalist() throws InterruptedException {
        SmallestSearch search = new SmallestSearch(TWO_POOLS, carrying(1000, 1000), 500);
        search.search(Map.of());

        assertThat(search.finalists(3)).isEmpty();
    }

    private static MadeUpService carrying(int workers, int connections) {
        return new MadeUpService(
                (values, rate) -> {
                    boolean keeps = Integer.parseInt(values.getOrDefault("workers", "0")) >= workers
                            && Integer.parseInt(values.getOrDefault("connections", "0")) >= connections;
                    return new Window(rate, keeps ? 10 : 1000, keeps);
                },
                100,
                0,
                1);
    }
}
