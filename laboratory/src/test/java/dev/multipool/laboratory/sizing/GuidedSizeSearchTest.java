package dev.multipool.laboratory.sizing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class GuidedSizeSearchTest {
    private static final double LIMIT_MILLIS = 50;
    private static final KnobSpace SPACE = new KnobSpace(
            List.of(KnobScale.logarithmic("workers", 4, 200), KnobScale.logarithmic("connections", 2, 50)),
            values -> Integer.parseInt(values.getOrDefault("connections", "0"))
                    <= Integer.parseInt(values.getOrDefault("workers", "0")));
    private static final Map<String, String> START = Map.of("workers", "4", "connections", "2");

    private final MadeUpService service = new MadeUpService(
            (values, users) -> MadeUpService.workersAndConnections(values, users, LIMIT_MILLIS), 80, 0, 1);

    @Test
    void search_withAGuideThatIsRight_measuresItsBestAtOnce() throws InterruptedException {
        Finalist best = search(new Knowing(Integer.MAX_VALUE, 0));

        assertThat(service.windows()).isLessThan(10);
        assertThat(throughput(best)).isGreaterThan(0.97 * throughput(searchAlone()));
    }

    @Test
    void search_whoseGuideGivesUp_goesOnFromMeasurementsAlone() throws InterruptedException {
        Finalist best = search(new Knowing(0, 0));

        assertThat(throughput(best)).isEqualTo(throughput(searchAlone()));
    }

    @Test
    void search_withAGuideThatNeedsLoads_measuresTheBeginningUnderFewerUsers() throws InterruptedException {
        search(new Knowing(0, 2));

        MadeUpService alone = new MadeUpService(
                (values, users) -> MadeUpService.workersAndConnections(values, users, LIMIT_MILLIS), 80, 0, 1);
        new SizeSearch(SPACE, alone, new Unguided(), LIMIT_MILLIS, 1000).search(START, 8);
        assertThat(service.windows()).isEqualTo(alone.windows() + 2);
    }

    private Finalist search(Guide guide) throws InterruptedException {
        SizeSearch search = new SizeSearch(SPACE, service, guide, LIMIT_MILLIS, 1000);
        search.search(START, 8);
        return search.finalists(1).get(0);
    }

    private static Finalist searchAlone() throws InterruptedException {
        SizeSearch search = new SizeSearch(
                SPACE,
                new MadeUpService(
                        (values, users) -> MadeUpService.workersAndConnections(values, users, LIMIT_MILLIS), 80, 0, 1),
                new Unguided(),
                LIMIT_MILLIS,
                1000);
        search.search(START, 8);
        return search.finalists(1).get(0);
    }

    private static double throughput(Finalist finalist) {
        return MadeUpService.workersAndConnections(finalist.values(), finalist.users(), LIMIT_MILLIS)
                .throughputPerSecond();
    }

    /** Knows the service, for so many questions; before that it asks for further loads. */
    private static final class Knowing implements Guide {
        private int questions;
        private int loads;

        Knowing(int questions, int loads) {
            this.questions = questions;
            this.loads = loads;
        }

        @Override
        public Optional<Window> predict(Map<String, String> values, int users) {
            return questions-- > 0
                    ? Optional.of(MadeUpService.workersAndConnections(values, users, LIMIT_MILLIS))
                    : Optional.empty();
        }

        @Override
        public boolean needsLoads() {
            return loads-- > 0;
        }
    }
}
