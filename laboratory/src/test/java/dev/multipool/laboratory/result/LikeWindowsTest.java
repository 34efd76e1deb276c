package dev.multipool.laboratory.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.multipool.laboratory.result.Demand.OpenLoop;
import dev.multipool.laboratory.run.Trial;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class LikeWindowsTest {
    private static final EqualSpeed AS_MEASURED = EqualSpeed.of(List.of());

    @Test
    void tail_ofWindowsThatAreAlike_restsOnAllOfThem() {
        LikeWindows windows = windows(List.of(tails(9, 10, 11), tails(7.6 * 1.1, 8.4 * 1.1), tails(8.1, 9, 9.9)));

        // 0.02 / 2, and 0.025 / 3 of the others
        assertThat(windows.tail(0).freedom()).isEqualTo(5);
        assertThat(windows.tail(0).squares()).isCloseTo(0.02 + 0.025, within(1e-9));
    }

    @Test
    void tail_ofWindowsOfAnotherKind_standsAlone() {
        LikeWindows windows = windows(List.of(tails(9, 10, 11), tails(6, 8), tails(12, 16)));

        assertThat(windows.tail(0)).isEqualTo(Scatter.of(List.of(9.0, 10.0, 11.0)));
    }

    @Test
    void many_weighNoMoreThanFour() {
        LikeWindows windows = windows(List.of(tails(9, 11), tails(9, 9, 9, 9, 9, 9, 9, 9, 9)));

        assertThat(windows.tail(0).freedom()).isEqualTo(1 + 4);
        assertThat(windows.tail(1).freedom()).isEqualTo(8 + 1);
    }

    @Test
    void tail_ofARateWhoseWindowsLieNearEachOtherByChance_isTakenToDifferAsThatOfRatesUsuallyDoes() {
        LikeWindows windows = windows(List.of(tailsOfARate(9, 8.7, 9)));

        assertThat(windows.tail(0).freedom()).isEqualTo(2 + 4);
        assertThat(windows.tail(0).deviation()).isCloseTo(0.12, within(0.03));
    }

    @Test
    void tail_ofARate_restsOnLikeOnesRatherThanOnTheUsual() {
        List<LabRun> near = tailsOfARate(9, 8.9, 9.1, 9, 8.9, 9.1, 9, 8.9, 9.1, 9, 8.9, 9.1, 9, 8.9, 9.1, 9, 8.9);
        LikeWindows windows = windows(List.of(tailsOfARate(9, 8.9, 9.1), near));

        assertThat(windows.tail(0).freedom()).isEqualTo(2 + 4);
        assertThat(windows.tail(0).deviation()).isLessThan(0.06);
    }

    @Test
    void throughput_isModeratedLikewise() {
        LikeWindows windows = windows(List.of(tails(9, 10, 11), tails(9, 10)));

        // all windows serve the same
        assertThat(windows.throughput(0)).isEqualTo(new Scatter(0, 3));
    }

    private static LikeWindows windows(List<List<LabRun>> settings) {
        return new LikeWindows(settings, AS_MEASURED);
    }

    private static List<LabRun> tailsOfARate(double... millis) {
        RunSettings closed = MadeUpResults.settings(8);
        RunSettings open = new RunSettings(
                closed.place(),
                closed.variant(),
                closed.load().with(new OpenLoop(1000, Demand.Arrivals.POISSON, 2000)),
                List.of());
        return DoubleStream.of(millis)
                .mapToObj(each -> MadeUpResults.run(new Trial(1, 1, open), 1000, each, Map.of()))
                .toList();
    }

    private static List<LabRun> tails(double... millis) {
        return DoubleStream.of(millis)
                .mapToObj(each -> MadeUpResults.run(1, 1, 8, 1000, each))
                .toList();
    }
}
