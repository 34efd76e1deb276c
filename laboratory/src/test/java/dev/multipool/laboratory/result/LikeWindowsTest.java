package dev.multipool.laboratory.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
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
    void throughput_isModeratedLikewise() {
        LikeWindows windows = windows(List.of(tails(9, 10, 11), tails(9, 10)));

        // all windows serve the same
        assertThat(windows.throughput(0)).isEqualTo(new Scatter(0, 3));
    }

    private static LikeWindows windows(List<List<LabRun>> settings) {
        return new LikeWindows(settings, AS_MEASURED);
    }

    private static List<LabRun> tails(double... millis) {
        return DoubleStream.of(millis)
                .mapToObj(each -> MadeUpResults.run(1, 1, 8, 1000, each))
                .toList();
    }
}
