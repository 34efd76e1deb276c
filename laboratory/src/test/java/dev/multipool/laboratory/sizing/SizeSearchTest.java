package dev.multipool.laboratory.sizing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SizeSearchTest {
    private static final double LIMIT_MILLIS = 50;
    private static final KnobSpace TWO_POOLS = new KnobSpace(
            List.of(KnobScale.logarithmic("workers", 4, 200), KnobScale.logarithmic("connections", 2, 50)),
            values -> Integer.parseInt(values.getOrDefault("connections", "0"))
                    <= Integer.parseInt(values.getOrDefault("workers", "0")));

    private static final KnobSpace ONE_POOL =
            new KnobSpace(List.of(KnobScale.logarithmic("threads", 2, 400)), values -> true);

    @Test
    void search_twoPoolsInARow_findsWhatServesNearlyTheMost() throws InterruptedException {
        double most = bestOfAll();
        for (long seed = 1; seed <= 20; seed++) {
            MadeUpService service = service(60, 0.01, seed);

            SizeSearch search = new SizeSearch(TWO_POOLS, service, new Unguided(), LIMIT_MILLIS, 1000);
            search.search(Map.of(), 8);

            Finalist best = search.finalists(3).get(0);
            Window truth = MadeUpService.workersAndConnections(best.values(), best.users(), LIMIT_MILLIS);
            assertThat(truth.keeps()).as("seed %d, %s", seed, best).isTrue();
            assertThat(truth.throughputPerSecond())
                    .as("seed %d, %s", seed, best)
                    .isGreaterThan(0.95 * most);
            assertThat(service.windows()).isLessThan(combinations() / 4);
        }
    }

    @Test
    void search_startFarFromTheBest_getsThere() throws InterruptedException {
        MadeUpService service = service(80, 0, 1);

        SizeSearch search = new SizeSearch(TWO_POOLS, service, new Unguided(), LIMIT_MILLIS, 1000);
        search.search(Map.of("workers", "4", "connections", "2"), 1);

        Finalist best = search.finalists(1).get(0);
        assertThat(MadeUpService.workersAndConnections(best.values(), best.users(), LIMIT_MILLIS)
                        .throughputPerSecond())
                .isGreaterThan(0.95 * bestOfAll());
    }

    @Test
    void search_sizesOfWhichNothingCanBeMeasured_goesOnWithTheOthers() throws InterruptedException {
        MadeUpService service = service(80, 0, 1);
        service.letDie(Map.of("workers", "63", "connections", "25"));

        SizeSearch search = new SizeSearch(TWO_POOLS, service, new Unguided(), LIMIT_MILLIS, 1000);
        search.search(Map.of("workers", "25", "connections", "10"), 8);

        assertThat(search.finalists(3)).isNotEmpty().noneMatch(each -> each.values()
                .equals(Map.of("workers", "63", "connections", "25")));
    }

    @Test
    void search_startThatDies_goesOnFurtherAway() throws InterruptedException {
        MadeUpService service = new MadeUpService(
                (values, users) -> MadeUpService.workersAndConnections(values, users, LIMIT_MILLIS), 80, 0, 1);
        TWO_POOLS.scales().get(0).values().stream()
                .filter(workers -> Integer.parseInt(workers) < 60)
                .forEach(workers -> TWO_POOLS
                        .scales()
                        .get(1)
                        .values()
                        .forEach(
                                connections -> service.letDie(Map.of("workers", workers, "connections", connections))));

        SizeSearch search = new SizeSearch(TWO_POOLS, service, new Unguided(), LIMIT_MILLIS, 1000);
        search.search(Map.of("workers", "4", "connections", "2"), 8);

        assertThat(search.finalists(3))
                .isNotEmpty()
                .allMatch(each -> Integer.parseInt(each.values().getOrDefault("workers", "0")) >= 60);
    }

    @Test
    void search_sizesThatDieUnderMoreUsers_areNoAnswer() throws InterruptedException {
        Map<String, String> deadly = Map.of("workers", "63", "connections", "25");
        MadeUpService service = service(80, 0, 1);
        service.letDie(deadly, 16);

        SizeSearch search = new SizeSearch(TWO_POOLS, service, new Unguided(), LIMIT_MILLIS, 1000);
        search.search(deadly, 8);

        assertThat(search.finalists(3)).isNotEmpty().noneMatch(each -> each.values()
                .equals(deadly));
    }

    @Test
    void search_nothingKeepsTheObjective_namesTheLowestTail() throws InterruptedException {
        MadeUpService service = new MadeUpService(
                (values, users) -> new Window(
                        100, 80.0 * users / Integer.parseInt(values.getOrDefault("workers", "0")) + 60, false),
                40,
                0,
                1);

        SizeSearch search = new SizeSearch(
                new KnobSpace(List.of(KnobScale.logarithmic("workers", 1, 40)), values -> true),
                service,
                new Unguided(),
                LIMIT_MILLIS,
                1000);
        search.search(Map.of(), 8);

        assertThat(search.finalists(3)).isNotEmpty();
    }

    @Test
    void search_choice_isTriedWordByWord() throws InterruptedException {
        MadeUpService service = new MadeUpService(
                (values, users) -> {
                    double most = "handOff".equals(values.get("queue")) ? 500 : 300;
                    double throughput = Math.min(most, 100.0 * users);
                    double tail = 1000 * users / throughput;
                    return new Window(throughput, tail, tail < LIMIT_MILLIS);
                },
                40,
                0,
                1);

        SizeSearch search = new SizeSearch(
                new KnobSpace(
                        List.of(KnobScale.ofChoices("queue", List.of("array", "linked", "handOff"))), values -> true),
                service,
                new Unguided(),
                LIMIT_MILLIS,
                1000);
        search.search(Map.of(), 4);

        assertThat(search.finalists(1).get(0).values()).containsEntry("queue", "handOff");
    }

    /** 250 threads, between two that were measured before it, serve so much that nothing beside 160 is looked at any more. */
    @Test
    void search_plateauWhoseHighestIsBesideTheSecond_findsItWhereThereIsTimeToSpare() throws InterruptedException {
        for (boolean hurried : new boolean[] {true, false}) {
            MadeUpService service = onePlateau();
            if (hurried) {
                service.hurry();
            }

            SizeSearch search = new SizeSearch(ONE_POOL, service, new Unguided(), LIMIT_MILLIS, 1000);
            search.search(Map.of("threads", "25"), 100);

            assertThat(search.finalists(1))
                    .extracting(Finalist::values)
                    .containsExactly(Map.of("threads", hurried ? "250" : "100"));
        }
    }

    @Test
    void finalists_whereThereIsTimeToSpare_areLoadsHalfAStepApart() throws InterruptedException {
        MadeUpService service = onePlateau();
        SizeSearch search = new SizeSearch(ONE_POOL, service, new Unguided(), LIMIT_MILLIS, 1000);
        search.search(Map.of("threads", "25"), 100);

        List<Integer> closely = loadsOf(search.finalists(9), "100");
        service.hurry();
        List<Integer> apart = loadsOf(search.finalists(9), "100");

        assertThat(closely).startsWith(100, 89, 79, 71, 63);
        assertThat(apart).startsWith(100, 79, 63);
    }

    private static List<Integer> loadsOf(List<Finalist> finalists, String threads) {
        return finalists.stream()
                .filter(each -> each.values().equals(Map.of("threads", threads)))
                .map(Finalist::users)
                .toList();
    }

    /** From 100 threads on the cores are full; what is served then varies a little with the threads. */
    private static MadeUpService onePlateau() {
        Map<String, Double> most = Map.of("100", 19_000.0, "160", 17_000.0, "250", 17_900.0, "400", 16_900.0);
        return new MadeUpService(
                (values, users) -> {
                    String threads = values.getOrDefault("threads", "1");
                    double throughput =
                            Math.min(200.0 * users, most.getOrDefault(threads, 190.0 * Integer.parseInt(threads)));
                    double tail = 1800 * users / throughput;
                    return new Window(throughput, tail, tail < LIMIT_MILLIS);
                },
                60,
                0,
                1);
    }

    @Test
    void search_withoutTime_measuresNothing() throws InterruptedException {
        MadeUpService service = service(0, 0, 1);

        SizeSearch search = new SizeSearch(TWO_POOLS, service, new Unguided(), LIMIT_MILLIS, 1000);
        search.search(Map.of(), 8);

        assertThat(service.windows()).isZero();
        assertThat(search.finalists(3)).isEmpty();
    }

    private static MadeUpService service(int windows, double spread, long seed) {
        return new MadeUpService(
                (values, users) -> MadeUpService.workersAndConnections(values, users, LIMIT_MILLIS),
                windows,
                spread,
                seed);
    }

    private static double bestOfAll() {
        double most = 0;
        for (String workers : TWO_POOLS.scales().get(0).values()) {
            for (String connections : TWO_POOLS.scales().get(1).values()) {
                for (int users = 1; users <= 1000; users = UserGrid.moved(users, 1)) {
                    Map<String, String> values = Map.of("workers", workers, "connections", connections);
                    Window window = MadeUpService.workersAndConnections(values, users, LIMIT_MILLIS);
                    if (window.keeps() && TWO_POOLS.allowed().test(values)) {
                        most = Math.max(most, window.throughputPerSecond());
                    }
                }
            }
        }
        return most;
    }

    /** Sizes times loads from 1 to 100 users. */
    private static int combinations() {
        return 20
                * (int) TWO_POOLS.scales().get(0).values().stream()
                        .flatMap(workers -> TWO_POOLS.scales().get(1).values().stream()
                                .filter(connections -> TWO_POOLS
                                        .allowed()
                                        .test(Map.of("workers", workers, "connections", connections))))
                        .count();
    }
}
