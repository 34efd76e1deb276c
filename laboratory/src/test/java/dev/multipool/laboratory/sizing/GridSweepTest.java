package dev.multipool.laboratory.sizing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class GridSweepTest {
    private static final double LIMIT_MILLIS = 50;
    private static final KnobSpace COARSE = new KnobSpace(
            List.of(
                    KnobScale.logarithmic("workers", 4, 200).thinned(4),
                    KnobScale.logarithmic("connections", 2, 50).thinned(4)),
            values -> Integer.parseInt(values.getOrDefault("connections", "0"))
                    <= Integer.parseInt(values.getOrDefault("workers", "0")));

    @Test
    void sweep_measuresEveryCombinationThatIsAllowed() throws InterruptedException {
        Set<Map<String, String>> measured = new LinkedHashSet<>();

        new GridSweep(COARSE, noting(measured, 1000), LIMIT_MILLIS, 1000).sweep(8);

        assertThat(measured).hasSize(COARSE.combinations()).allMatch(COARSE.allowed());
        assertThat(measured.stream().map(values -> values.get("workers")).distinct())
                .containsExactlyElementsOf(COARSE.scales().get(0).values());
    }

    @Test
    void sweep_noNoise_endsWithTheBestOfAll() throws InterruptedException {
        GridSweep sweep = new GridSweep(COARSE, noting(new LinkedHashSet<>(), 1000), LIMIT_MILLIS, 1000);

        sweep.sweep(8);

        Finalist best = sweep.finalists(3).get(0);
        double most = COARSE.all().stream()
                .map(COARSE::valuesOf)
                .mapToDouble(GridSweepTest::mostOf)
                .max()
                .orElseThrow();
        assertThat(mostOf(best.values())).isGreaterThan(0.96 * most);
    }

    @Test
    void sweep_sizesThatAreFarFromTheBest_bearALoadOfTheirOwn() throws InterruptedException {
        List<Map<String, String>> kept = new ArrayList<>();
        WindowSource source = noting(new LinkedHashSet<>(), 1000);
        WindowSource keeping = new WindowSource() {
            @Override
            public Optional<Window> measure(Map<String, String> values, int users) throws InterruptedException {
                Optional<Window> window = source.measure(values, users);
                window.filter(Window::keeps).ifPresent(each -> kept.add(values));
                return window;
            }

            @Override
            public boolean isLeftOut(Map<String, String> values) {
                return false;
            }

            @Override
            public boolean hasTime() {
                return source.hasTime();
            }
        };

        new GridSweep(COARSE, keeping, LIMIT_MILLIS, 1000).sweep(500);

        assertThat(COARSE.all()).allSatisfy(sizes -> assertThat(kept).contains(COARSE.valuesOf(sizes)));
    }

    @Test
    void sweep_withoutTime_ends() throws InterruptedException {
        Set<Map<String, String>> measured = new LinkedHashSet<>();

        new GridSweep(COARSE, noting(measured, 3), LIMIT_MILLIS, 1000).sweep(8);

        assertThat(measured).hasSizeLessThan(4);
    }

    /** The most that sizes serve within the limit, whatever the load. */
    private static double mostOf(Map<String, String> values) {
        double most = 0;
        for (int users = 1; users < 1000; users++) {
            Window window = MadeUpService.workersAndConnections(values, users, LIMIT_MILLIS);
            most = window.keeps() ? Math.max(most, window.throughputPerSecond()) : most;
        }
        return most;
    }

    private static WindowSource noting(Set<Map<String, String>> measured, int windows) {
        MadeUpService service = new MadeUpService(
                (values, users) -> MadeUpService.workersAndConnections(values, users, LIMIT_MILLIS), windows, 0, 1);
        return new WindowSource() {
            @Override
            public Optional<Window> measure(Map<String, String> values, int users) {
                measured.add(values);
                return service.measure(values, users);
            }

            @Override
            public boolean isLeftOut(Map<String, String> values) {
                return false;
            }

            @Override
            public boolean hasTime() {
                return service.hasTime();
            }
        };
    }
}
