package dev.multipool.laboratory.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.multipool.laboratory.result.Demand.OpenLoop;
import dev.multipool.laboratory.run.Trial;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class EqualSpeedTest {
    private static final double BUSY = 0.97; // of MadeUpResults' servers, on one core

    @Test
    void aWindowOnSlowerCores_countsMore_byThePartThatIsComputing() {
        LabRun slow = run(1, 1000, 220_000);
        LabRun middle = run(2, 1000, 200_000);
        LabRun fast = run(3, 1000, 180_000);
        EqualSpeed speed = EqualSpeed.of(List.of(slow, middle, fast));

        assertThat(speed.throughputPerSecond(slow)).isCloseTo(1000 * Math.pow(1.1, BUSY), within(1e-6));
        assertThat(speed.throughputPerSecond(middle)).isEqualTo(1000);
        assertThat(speed.throughputPerSecond(fast)).isCloseTo(1000 * Math.pow(0.9, BUSY), within(1e-6));
    }

    @Test
    void aServerThatIsHalfIdle_changesByHalf() {
        EqualSpeed speed = EqualSpeed.of(List.of(run(1, 1000, 200_000)));

        assertThat(speed.throughputPerSecond(run(2, new ServerSpeed(2, 220_000, null, null))))
                .isCloseTo(1000 * Math.pow(1.1, BUSY / 2), within(1e-6));
    }

    /** As findUserInfo does beside a neighbour on the core's other hardware thread. */
    @Test
    void windowsOfOneSetting_thatChangeTwiceAsMuchAsTheSpeed_areMadeEqual() {
        List<LabRun> repeats = List.of(
                repeat(1000, 200_000),
                repeat(826, 220_000),
                repeat(1235, 180_000),
                repeat(907, 210_000),
                repeat(1108, 190_000));
        EqualSpeed speed = EqualSpeed.of(repeats);

        assertThat(repeats)
                .allSatisfy(run -> assertThat(speed.throughputPerSecond(run)).isCloseTo(1000, within(30.0)));
    }

    @Test
    void aWindowWhoseMemoryWasTakenAway_countsMore() {
        LabRun calm = whereATouchTook(20_000, 1100);
        LabRun middle = whereATouchTook(50_000, 1000);
        LabRun taken = whereATouchTook(90_000, 850);
        EqualSpeed speed = EqualSpeed.of(List.of(calm, middle, taken));

        assertThat(List.of(calm, middle, taken))
                .allSatisfy(run -> assertThat(speed.throughputPerSecond(run)).isCloseTo(1000, within(25.0)));
    }

    @Test
    void windowsOfMemoryThatNothingDependsOn_keepTheirThroughput() {
        List<LabRun> repeats = List.of(
                whereATouchTook(1000, 1000),
                whereATouchTook(50_000, 1001),
                whereATouchTook(100_000, 999),
                whereATouchTook(99_000, 1000));
        EqualSpeed speed = EqualSpeed.of(repeats);

        assertThat(repeats)
                .allSatisfy(run -> assertThat(speed.throughputPerSecond(run)).isCloseTo(1000, within(25.0)));
    }

    @Test
    void aWindowWhoseCoresLayFurtherApart_countsMore() {
        LabRun near = whereACacheLineTook(60, 1085);
        LabRun middle = whereACacheLineTook(180, 1000);
        LabRun far = whereACacheLineTook(300, 922);
        EqualSpeed speed = EqualSpeed.of(List.of(near, middle, far));

        assertThat(List.of(near, middle, far))
                .allSatisfy(run -> assertThat(speed.throughputPerSecond(run)).isCloseTo(1000, within(10.0)));
    }

    @Test
    void windowsOfAServiceThatNoDistanceSlowsDown_keepTheirThroughput() {
        List<LabRun> repeats = List.of(
                whereACacheLineTook(60, 1000),
                whereACacheLineTook(300, 1001),
                whereACacheLineTook(61, 999),
                whereACacheLineTook(310, 1000));
        EqualSpeed speed = EqualSpeed.of(repeats);

        assertThat(repeats)
                .allSatisfy(run -> assertThat(speed.throughputPerSecond(run)).isCloseTo(1000, within(10.0)));
    }

    private static LabRun whereACacheLineTook(double nanos, double throughputPerSecond) {
        return MadeUpResults.atSpeed(repeat(throughputPerSecond, 200_000), new ServerSpeed(1, 200_000, null, nanos));
    }

    @Test
    void oneSlowWindow_isNotPutDownToTheMemoryAlone_whereTheCoresWereSlowerToo() {
        List<LabRun> repeats = List.of(
                MadeUpResults.atSpeed(repeat(1000, 200_000), new ServerSpeed(1, 200_000, 50_000.0, null)),
                MadeUpResults.atSpeed(repeat(900, 200_000), new ServerSpeed(1, 220_000, 50_000.0, null)),
                MadeUpResults.atSpeed(repeat(950, 200_000), new ServerSpeed(1, 200_000, 60_000.0, null)),
                MadeUpResults.atSpeed(repeat(855, 200_000), new ServerSpeed(1, 220_000, 60_000.0, null)));
        EqualSpeed speed = EqualSpeed.of(repeats);

        assertThat(repeats.stream().mapToDouble(speed::throughputPerSecond).toArray())
                .satisfies(at -> assertThat(at[0] / at[1]).isCloseTo(1, within(0.02)))
                .satisfies(at -> assertThat(at[0] / at[2]).isCloseTo(1, within(0.02)))
                .satisfies(at -> assertThat(at[0] / at[3]).isCloseTo(1, within(0.04)));
    }

    private static LabRun whereATouchTook(double nanos, double throughputPerSecond) {
        return MadeUpResults.atSpeed(repeat(throughputPerSecond, 200_000), new ServerSpeed(1, 200_000, nanos, null));
    }

    @Test
    void windowsOfOneSpeed_keepTheirSpread() {
        List<LabRun> repeats = List.of(repeat(1000, 200_000), repeat(900, 200_100), repeat(1100, 199_900));
        EqualSpeed speed = EqualSpeed.of(repeats);

        assertThat(speed.throughputPerSecond(repeats.get(1))).isCloseTo(900, within(2.0));
        assertThat(speed.throughputPerSecond(repeats.get(2))).isCloseTo(1100, within(2.0));
    }

    @Test
    void windowsThatWereFasterOnSlowerCores_byChance_areStillCorrectedByHalfOfTheSpeed() {
        List<LabRun> repeats = List.of(repeat(1100, 220_000), repeat(1000, 200_000), repeat(900, 180_000));
        EqualSpeed speed = EqualSpeed.of(repeats);

        assertThat(speed.throughputPerSecond(repeats.get(0))).isCloseTo(1100 * Math.pow(1.1, BUSY / 2), within(1e-6));
    }

    @Test
    void windowsThatDoNotCount_tellNothingAboutTheSensitivity() {
        LabRun slow = repeat(1000, 240_000);
        List<LabRun> windows = List.of(
                slow, MadeUpResults.disturbed(repeat(2000, 180_000)), MadeUpResults.disturbed(repeat(500, 200_000)));

        assertThat(EqualSpeed.of(windows).throughputPerSecond(slow))
                .isCloseTo(1000 * Math.pow(1.2, BUSY), within(1e-6));
    }

    @Test
    void anOpenLoopThatIsCarried_hasTheThroughputOfItsSchedule() {
        LabRun carried = MadeUpResults.atSpeed(open(1000, 995), new ServerSpeed(1, 220_000, null, null));
        LabRun tooMuch = MadeUpResults.atSpeed(open(2000, 1000), new ServerSpeed(1, 220_000, null, null));
        EqualSpeed speed = EqualSpeed.of(
                List.of(run(1, 1000, 200_000), run(2, 1000, 200_000), run(4, 1000, 200_000), carried, tooMuch));

        assertThat(speed.throughputPerSecond(carried)).isEqualTo(995);
        assertThat(speed.throughputPerSecond(tooMuch)).isGreaterThan(1050);
    }

    @Test
    void withoutASpeed_figuresStayAsTheyAre() {
        assertThat(EqualSpeed.of(List.of(run(1, null))).throughputPerSecond(run(1, null)))
                .isEqualTo(1000);
    }

    @Test
    void aJobWhoseSpeedMovedByMoreThan15Percent_saysSo() {
        assertThat(SpeedOfTheJob.of(List.of(run(1, null)))).isEmpty();
        assertThat(SpeedOfTheJob.of(List.of(
                        run(1, new ServerSpeed(1, 172_000, null, null)),
                        run(2, new ServerSpeed(1, 200_000, null, null)))))
                .hasValueSatisfying(job -> assertThat(job.movedMuch()).isFalse());
        assertThat(SpeedOfTheJob.of(List.of(
                        run(1, new ServerSpeed(1, 168_000, null, null)),
                        run(2, new ServerSpeed(1, 200_000, null, null)))))
                .hasValueSatisfying(job -> {
                    assertThat(job.movedBy()).isCloseTo(0.16, within(1e-9));
                    assertThat(job.movedMuch()).isTrue();
                });
    }

    @Test
    void aJobWhoseMemoryWasTakenAway_saysSo() {
        LabRun there = run(1, new ServerSpeed(1, 200_000, 900.0, null));
        LabRun taken = run(2, new ServerSpeed(1, 200_000, 70_000.0, null));

        assertThat(SpeedOfTheJob.of(List.of(run(1, new ServerSpeed(1, 200_000, null, null)))))
                .hasValueSatisfying(job -> assertThat(job.memoryTaken()).isFalse());
        assertThat(SpeedOfTheJob.of(List.of(there)))
                .hasValueSatisfying(job -> assertThat(job.memoryTaken()).isFalse());
        assertThat(SpeedOfTheJob.of(List.of(there, taken)))
                .hasValueSatisfying(job -> assertThat(job.memoryTaken()).isTrue());
    }

    @Test
    void aJobWhoseCoresLayFurtherApartAtTimes_saysSo() {
        LabRun near = run(1, new ServerSpeed(1, 200_000, null, 60.0));
        LabRun asNear = run(2, new ServerSpeed(1, 200_000, null, 70.0));
        LabRun far = run(3, new ServerSpeed(1, 200_000, null, 300.0));

        assertThat(SpeedOfTheJob.of(List.of(near, asNear)))
                .hasValueSatisfying(job -> assertThat(job.distanceChanged()).isFalse());
        assertThat(SpeedOfTheJob.of(List.of(near, asNear, far)))
                .hasValueSatisfying(job -> assertThat(job.distanceChanged()).isTrue());
    }

    private static LabRun open(double rate, double throughputPerSecond) {
        RunSettings settings = MadeUpResults.settings(2);
        Load load = settings.load().with(new OpenLoop(rate, Demand.Arrivals.POISSON, 2000));
        return MadeUpResults.run(
                new Trial(3, 1, new RunSettings(settings.place(), settings.variant(), load, List.of())),
                throughputPerSecond,
                5,
                Map.of());
    }

    /** A window of a setting of its own. */
    private static LabRun run(int number, double throughputPerSecond, double spinNanos) {
        return MadeUpResults.atSpeed(
                MadeUpResults.run(number, 1, 2 + number, throughputPerSecond, 5),
                new ServerSpeed(1, spinNanos, null, null));
    }

    private static LabRun repeat(double throughputPerSecond, double spinNanos) {
        return MadeUpResults.atSpeed(
                MadeUpResults.run(1, 1, 2, throughputPerSecond, 5), new ServerSpeed(1, spinNanos, null, null));
    }

    private static LabRun run(int number, @Nullable ServerSpeed speed) {
        return MadeUpResults.atSpeed(MadeUpResults.run(number, 1, 2, 1000, 5), speed);
    }
}
