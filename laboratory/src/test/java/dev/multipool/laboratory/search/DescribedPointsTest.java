package dev.multipool.laboratory.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.laboratory.description.DescriptionReader;
import dev.multipool.laboratory.result.RunSettings;
import dev.multipool.laboratory.sizing.Finalist;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DescribedPointsTest {
    private static final int USERS = 63;
    private static final Finalist FINALIST = new Finalist(Map.of("threads", "4"), USERS);

    @Test
    void ofLook_atARateThatNeedsFewConnections_hasOneForEachUserThatWarmsUp() {
        DescribedPoints points = points(2, 2);
        RunSettings answer = points.ofFinal(FINALIST);

        RunSettings look = points.ofLook(answer, 5);

        assertThat(look.load().warmupUsers()).isEqualTo(USERS);
        assertThat(look.load().connections()).isEqualTo(USERS);
    }

    @Test
    void ofFinal_lastsTwiceAsLongAsAWindowOfTheSearch_andAsLongAsTheWarmUpAtLeast() {
        assertThat(secondsOfAFinal(points(5, 3))).isEqualTo(6);
        assertThat(secondsOfAFinal(points(10, 3))).isEqualTo(10);
    }

    private static double secondsOfAFinal(DescribedPoints points) {
        RunSettings answer = points.ofFinal(FINALIST);
        assertThat(points.ofConfirmation(answer, 5).load().times().durationSeconds())
                .isEqualTo(answer.load().times().durationSeconds());
        return answer.load().times().durationSeconds();
    }

    private static DescribedPoints points(double warmupSeconds, double windowSeconds) {
        return new DescribedPoints(
                DescriptionReader.parse(Path.of("shop.yaml"), """
                service: {start: 'java Shop.java {port}', ready: {log: up}}
                knobs:
                  threads: {range: 2..50, env: THREADS}
                load: {http: 'GET http://127.0.0.1:{port}/'}
                """),
                new SizingPlan(null, null, Duration.ofMinutes(5), warmupSeconds, windowSeconds));
    }
}
