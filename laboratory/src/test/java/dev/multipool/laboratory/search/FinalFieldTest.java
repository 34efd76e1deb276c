package dev.multipool.laboratory.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.laboratory.result.Demand.ClosedLoop;
import dev.multipool.laboratory.result.LabRun;
import dev.multipool.laboratory.result.MadeUpResults;
import dev.multipool.laboratory.result.PointPosition;
import dev.multipool.laboratory.result.PointSummary;
import dev.multipool.laboratory.result.RunSettings;
import dev.multipool.laboratory.result.Variant;
import dev.multipool.laboratory.run.Trial;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The limit is 10 ms. */
class FinalFieldTest {
    private static final RunSettings HEAVIER = under(20);
    private static final RunSettings SLIGHTLY_LIGHTER = under(16);
    private static final RunSettings LIGHTER = under(10);

    private final FinalField field =
            new FinalField(MadeUpResults.OBJECTIVE, List.of(HEAVIER, SLIGHTLY_LIGHTER, LIGHTER), 1);
    private final List<LabRun> runs = new ArrayList<>();

    @Test
    void tailThatMoreWindowsMayVouchFor_stays() {
        // three windows promise 10.1 ms of the next one; six that differ as much would promise 9.2
        measure(7, 8.4, 7.2);

        assertThat(field.contenders()).containsExactly(HEAVIER);
    }

    @Test
    void tailThatNoWindowsWillVouchFor_makesRoom() {
        // six windows would promise 12 ms: 9.6 under 16 users
        measure(6, 9.9, 7);

        assertThat(field.contenders()).containsExactly(SLIGHTLY_LIGHTER);
    }

    @Test
    void tailThatScattersFar_makesRoomForALoadThatIsLightEnough() {
        // 15.4 ms: 12.3 under 16 users, 7.7 under 10
        measure(5, 11.8, 7);

        assertThat(field.contenders()).containsExactly(LIGHTER);
    }

    @Test
    void tailThatBreaksTheLimitTwice_makesRoom() {
        measure(10.4, 10.2);

        assertThat(field.contenders()).containsExactly(SLIGHTLY_LIGHTER);
    }

    @Test
    void tailThatBreaksTheLimitByFar_makesRoomForALoadThatIsLightEnough() {
        // 9.9 ms under 16 users is too near to the limit to be vouched for
        measure(12.5, 12.3);

        assertThat(field.contenders()).containsExactly(LIGHTER);
    }

    @Test
    void lighterLoadOfSizesInTheField_waits_withAllThatComeAfterIt() {
        RunSettings others = of("16", 20);
        FinalField three =
                new FinalField(MadeUpResults.OBJECTIVE, List.of(HEAVIER, others, SLIGHTLY_LIGHTER, of("4", 20)), 4);

        assertThat(three.contenders()).containsExactly(HEAVIER, others);
    }

    private void measure(double... p99Millis) {
        for (double each : p99Millis) {
            Trial trial = new Trial(runs.size() + 1, field.nextWindow(HEAVIER), HEAVIER);
            runs.add(MadeUpResults.run(trial, 1000, each, Map.of()));
        }
        field.judge(PointSummary.of(runs), settings -> false);
    }

    private static RunSettings under(int users) {
        return of("8", users);
    }

    private static RunSettings of(String threads, int users) {
        return new RunSettings(
                new PointPosition("finals", "users", String.valueOf(users)),
                new Variant("any", Map.of("threads", threads), null, null, null, null, false),
                MadeUpResults.LOAD.with(new ClosedLoop(users, 0, 0.01)),
                List.of());
    }
}
