package dev.multipool.laboratory.sizing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.laboratory.sizing.RateSearch.End;
import dev.multipool.laboratory.sizing.RateSearch.Found;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A closed loop of each service gets 1672 calls per second; the limit is 10 ms. */
class RateSearchTest {
    private static final double CLOSED = 1672;
    private static final double LIMIT = 10;

    /** A queue before one server: the tail grows without bounds as the rate nears what it can do. */
    private static double tailOfAQueue(double rate, double most) {
        return rate >= most ? 1000 : 2.3 / (1 - rate / most);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.2, 0.5, 0.77, 0.95, 1.2})
    void search_withoutNoise_findsTheRateWithinEightPercent(double part) throws InterruptedException {
        double truth = part * CLOSED;
        Service service = new Service(rate -> rate <= truth ? 5 : 50);

        Found found = new RateSearch(service, CLOSED).search();

        assertThat(found.end()).isEqualTo(End.CONFIRMED);
        int rate = found.rate().orElseThrow();
        assertThat(rate).isBetween((int) (truth / 1.09), (int) truth);
        assertThat(found.notKept().orElseThrow()).isBetween((int) truth, (int) (rate * 1.09));
        assertThat(service.looks.size()).isLessThan(11);
        assertThat(service.confirmations.size()).isLessThan(8);
    }

    @Test
    void search_serviceLikeAQueue_isConfirmedByWindowsThatDidNotChooseIt() throws InterruptedException {
        int within = 0;
        for (int seed = 0; seed < 200; seed++) {
            Service service = new Service(rate -> tailOfAQueue(rate, CLOSED)).withNoise(0.08, seed);

            Found found = new RateSearch(service, CLOSED).search();

            int rate = found.rate().orElseThrow();
            assertThat(found.end()).isEqualTo(End.CONFIRMED);
            assertThat(service.kept).containsEntry(rate, 3);
            within += tailOfAQueue(rate, CLOSED) < LIMIT ? 1 : 0;
            assertThat(rate).isGreaterThan((int) (0.6 * CLOSED));
        }
        assertThat(within).as("rates that the service really keeps, of 200").isGreaterThan(180);
    }

    @Test
    void search_rateThatIsKeptWithoutRoom_isNotPassed_andIsLookedAtTwice() throws InterruptedException {
        Service service = new Service(rate -> rate <= 1090 ? 5 : 9.5);
        service.timeForConfirmations = 3;

        Found found = new RateSearch(service, CLOSED).search();

        assertThat(found.end()).isEqualTo(End.CONFIRMED);
        assertThat(service.looks).containsExactly(1087, 1250, 1166, 1166);
        assertThat(found.rate()).hasValue((int) (1166 / 1.1025));
        assertThat(found.notKept()).hasValue(1166);
    }

    @Test
    void search_noRateIsKeptWithRoom_beginsToConfirmTenPercentBelowWhatIsKept() throws InterruptedException {
        Service service = new Service(rate -> rate <= 1090 ? 9.5 : 50);

        Found found = new RateSearch(service, CLOSED).search();

        assertThat(found.end()).isEqualTo(End.CONFIRMED);
        assertThat(service.confirmations).containsOnly((int) (1087 / 1.1025));
        assertThat(service.looks.size()).isLessThan(7);
    }

    @Test
    void search_rateAboveTheClosedLoop_isLookedAtOnlyWhereNineTenthsOfItLeaveRoom() throws InterruptedException {
        Service service = new Service(rate -> rate <= 1500 ? 5 : 50);

        new RateSearch(service, 1700).search();

        assertThat(service.looks).contains(1545).allMatch(rate -> rate <= 1545);
    }

    @Test
    void search_rateThatIsKeptWithRoom_isConfirmedTenPercentBelowWhatBreaks() throws InterruptedException {
        Service service = new Service(rate -> rate <= 1345 ? 5 : 50);
        service.timeForConfirmations = 3;

        Found found = new RateSearch(service, CLOSED).search();

        assertThat(found.end()).isEqualTo(End.CONFIRMED);
        assertThat(service.looks).contains(1312, 1378);
        assertThat(found.rate()).hasValue((int) (1378 / 1.1025));
        assertThat(found.notKept()).hasValue(1378);
    }

    @Test
    void search_oneLookThatLies_doesNotFoolIt() throws InterruptedException {
        for (int lying = 1; lying <= 8; lying++) {
            Service service = new Service(rate -> rate <= 1290 ? 5 : 50).lyingAt(lying);

            Found found = new RateSearch(service, CLOSED).search();

            assertThat(found.end()).isEqualTo(End.CONFIRMED);
            assertThat(found.rate().orElseThrow()).as("look %s lies", lying).isBetween(1150, 1290);
        }
    }

    @Test
    void search_confirmationsThatBreak_goDownUntilOtherWindowsConfirmALowerRate() throws InterruptedException {
        Service service = new Service(rate -> rate <= 1400 ? 5 : 50).onFreshProcesses(rate -> rate <= 1200 ? 5 : 50);

        Found found = new RateSearch(service, CLOSED).search();

        assertThat(found.end()).isEqualTo(End.CONFIRMED);
        assertThat(found.rate().orElseThrow()).isBetween(1110, 1200);
        assertThat(found.notKept().orElseThrow()).isBetween(1200, 1290);
    }

    @Test
    void search_confirmationsThatBreakByFar_goDownFaster() throws InterruptedException {
        Service byFar = new Service(rate -> rate <= 1400 ? 5 : 50).onFreshProcesses(rate -> rate <= 700 ? 5 : 50);
        Service nearly = new Service(rate -> rate <= 1400 ? 5 : 50).onFreshProcesses(rate -> rate <= 700 ? 5 : 11);

        Found fast = new RateSearch(byFar, CLOSED).search();
        Found slow = new RateSearch(nearly, CLOSED).search();

        assertThat(fast.end()).isEqualTo(End.CONFIRMED);
        assertThat(fast.rate().orElseThrow()).isBetween(640, 700);
        assertThat(slow.rate().orElseThrow()).isBetween(640, 700);
        assertThat(byFar.firstKept()).isLessThan(nearly.firstKept());
    }

    @Test
    void search_confirmationsThatStayOpen_goDown() throws InterruptedException {
        Service service = new Service(rate -> 5);
        service.openFrom = 700;

        Found found = new RateSearch(service, CLOSED).search();

        // the lowest that was tried kept the limit in each window, but was never sure
        assertThat(found.end()).isEqualTo(End.UNCONFIRMED);
        assertThat(found.rate().orElseThrow()).isLessThan(2000);
    }

    @Test
    void search_timeEndsWhileLooking_confirmsTheHighestThatKept() throws InterruptedException {
        Service service = new Service(rate -> rate <= 1010 ? 5 : 50);
        service.timeForLooks = 2;

        Found found = new RateSearch(service, CLOSED).search();

        assertThat(found.end()).isEqualTo(End.CONFIRMED);
        assertThat(service.looks).hasSize(2);
        assertThat(service.confirmations).startsWith(service.looks.get(1));
        // the confirming windows go on where the looks had to end
        assertThat(found.rate().orElseThrow()).isBetween(930, 1010);
    }

    @Test
    void search_timeEndsWhileConfirming_saysThatItIsNotConfirmed() throws InterruptedException {
        Service service = new Service(rate -> rate <= 1290 ? 5 : 50);
        service.timeForConfirmations = 2;

        Found found = new RateSearch(service, CLOSED).search();

        assertThat(found.end()).isEqualTo(End.UNCONFIRMED);
        assertThat(found.rate().orElseThrow()).isBetween(1170, 1290);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3})
    void search_askedAgain_goesOnWhereTheTimeWasUp(int windows) throws InterruptedException {
        IntToDoubleFunction fresh = rate -> rate <= 1200 ? 5 : 50;
        Service atOnce = new Service(rate -> rate <= 1400 ? 5 : 50).onFreshProcesses(fresh);
        Found expected = new RateSearch(atOnce, CLOSED).search();
        Service service = new Service(rate -> rate <= 1400 ? 5 : 50).onFreshProcesses(fresh);
        service.timeForConfirmations = windows;
        RateSearch search = new RateSearch(service, CLOSED);

        Found first = search.search();
        service.timeForConfirmations = 100;
        Found second = search.search();

        assertThat(first.end()).isEqualTo(End.UNCONFIRMED);
        assertThat(second).isEqualTo(expected);
        assertThat(service.confirmations).isEqualTo(atOnce.confirmations);
    }

    @Test
    void search_timeEndsBelowARateThatScatters_tellsThatRate() throws InterruptedException {
        Service service = new Service(rate -> rate <= 1290 ? 5 : 50);
        service.openFrom = 1;
        service.timeForConfirmations = 5;

        Found found = new RateSearch(service, CLOSED).search();

        // five windows of one rate kept the limit, and the next rate had no window
        assertThat(service.confirmations).hasSize(5).containsOnly(service.confirmations.get(0));
        assertThat(found.end()).isEqualTo(End.UNCONFIRMED);
        assertThat(found.rate()).hasValue(service.confirmations.get(0));
        assertThat(found.notKept().orElseThrow()).isGreaterThan(service.confirmations.get(0));
    }

    @Test
    void search_aLowerRateBreaks_doesNotTellTheOneAboveThatScattered() throws InterruptedException {
        Service service = new Service(rate -> rate <= 1290 ? 5 : 50).onFreshProcesses(rate -> rate > 1100 ? 5 : 11);
        service.openFrom = 1;
        service.timeForConfirmations = 6;

        Found found = new RateSearch(service, CLOSED).search();

        int lowest = service.confirmations.get(5);
        assertThat(lowest).isLessThan(1100);
        assertThat(found.end()).isEqualTo(End.UNCONFIRMED);
        assertThat(found.rate().orElseThrow()).isLessThan(lowest);
    }

    @Test
    void search_withoutTimeForALook_measuresNothing() throws InterruptedException {
        Service service = new Service(rate -> 5);
        service.timeForLooks = 0;

        Found found = new RateSearch(service, CLOSED).search();

        assertThat(found.end()).isEqualTo(End.OUT_OF_TIME);
        assertThat(service.looks).isEmpty();
        assertThat(service.confirmations).isEmpty();
    }

    @Test
    void search_nothingKeeps_endsAfterFewWindows() throws InterruptedException {
        Service service = new Service(rate -> 50);

        Found found = new RateSearch(service, CLOSED).search();

        assertThat(found.end()).isEqualTo(End.NOTHING_KEEPS);
        assertThat(found.rate()).isEmpty();
        assertThat(service.looks.size() + service.confirmations.size()).isLessThan(10);
    }

    @Test
    void search_serviceThatKeepsEverything_endsAtTwiceTheClosedLoop() throws InterruptedException {
        Service service = new Service(rate -> 5);

        Found found = new RateSearch(service, CLOSED).search();

        assertThat(found.end()).isEqualTo(End.CONFIRMED);
        assertThat(found.rate()).hasValue((int) (2 * CLOSED));
        assertThat(found.notKept()).isEmpty();
        assertThat(service.looks.size()).isLessThan(8);
    }

    @Test
    void search_windowsThatTellNothing_countAsBroken() throws InterruptedException {
        Service service = new Service(rate -> 5);
        service.silentFrom = 1000;

        Found found = new RateSearch(service, CLOSED).search();

        assertThat(found.end()).isEqualTo(End.CONFIRMED);
        assertThat(found.rate().orElseThrow()).isBetween(900, 1000);
        // two windows in vain are enough
        assertThat(service.looks.stream().filter(rate -> rate >= 1000))
                .allMatch(rate -> service.looks.stream().filter(rate::equals).count() == 2);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.4, 1, 3, 20})
    void search_slowService_hasAWholeRate(double closed) throws InterruptedException {
        Service service = new Service(rate -> rate <= Math.max(1, 0.8 * closed) ? 5 : 50);

        Found found = new RateSearch(service, closed).search();

        assertThat(found.end()).isEqualTo(End.CONFIRMED);
        assertThat(found.rate().orElseThrow()).isBetween(1, 16);
    }

    /** Measures by formulas; three windows that keep the limit confirm a rate. */
    private static final class Service implements RateSource {
        private final IntToDoubleFunction tail;
        private IntToDoubleFunction tailOnFreshProcesses;
        private Random noise = new Random(1);
        private double spread;
        private int lyingLook = -1;
        private int openFrom = Integer.MAX_VALUE;
        private int silentFrom = Integer.MAX_VALUE;
        private int timeForLooks = 100;
        private int timeForConfirmations = 100;
        private final List<Integer> looks = new ArrayList<>();
        private final List<Integer> confirmations = new ArrayList<>();
        private final Map<Integer, Integer> kept = new HashMap<>();

        Service(IntToDoubleFunction tail) {
            this.tail = tail;
            this.tailOnFreshProcesses = tail;
        }

        Service withNoise(double spreadOfWindows, long seed) {
            spread = spreadOfWindows;
            noise = new Random(seed);
            return this;
        }

        Service lyingAt(int look) {
            lyingLook = look;
            return this;
        }

        Service onFreshProcesses(IntToDoubleFunction other) {
            tailOnFreshProcesses = other;
            return this;
        }

        @Override
        public Optional<Window> look(int rate) {
            looks.add(rate);
            if (rate >= silentFrom) {
                return Optional.empty();
            }
            double millis = tail.applyAsDouble(rate) * (1 + spread * noise.nextGaussian());
            boolean lies = looks.size() == lyingLook;
            return Optional.of(new Window(rate, millis, lies != millis < LIMIT));
        }

        @Override
        public double limitMillis() {
            return LIMIT;
        }

        @Override
        public boolean hasTimeToLook() {
            return looks.size() < timeForLooks;
        }

        @Override
        public Confirmation confirm(int rate, int most) {
            confirmations.add(rate);
            double millis = tailOnFreshProcesses.applyAsDouble(rate) * (1 + spread * noise.nextGaussian());
            if (millis >= LIMIT) {
                return millis > 2 * LIMIT ? Confirmation.FAILS_BY_FAR : Confirmation.FAILS;
            }
            return kept.merge(rate, 1, Integer::sum) >= 3 && rate < openFrom ? Confirmation.HOLDS : Confirmation.OPEN;
        }

        /** So many confirming windows were made before the first rate that was kept. */
        int firstKept() {
            return (int) confirmations.stream()
                    .takeWhile(rate -> !kept.containsKey(rate))
                    .count();
        }

        @Override
        public boolean hasTimeToConfirm(int rate) {
            return confirmations.size() < timeForConfirmations;
        }
    }
}
