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

    @Test
    void ofLook_atARateThatNeedsFewConnections_hasOneForEachUserThatWarmsUp() {
        DescribedPoints points = new DescribedPoints(
                DescriptionReader.parse(Path.of("shop.yaml"), """
                service: {start: 'java Shop.java {port}', ready: {log: up}}
                knobs:
                  threads: {range: 2..50, env: THREADS}
                load: {http: 'GET http://127.0.0.1:{port}/'}
                """),
                new SizingPlan(null, null, Duration.ofMinutes(5), 2, 2));
        RunSettings answer = points.ofFinal(new Finalist(Map.of("threads", "4"), USERS));

        RunSettings look = points.ofLook(answer, 5);

        assertThat(look.load().warmupUsers()).isEqualTo(USERS);
        assertThat(look.load().connections()).isEqualTo(USERS);
    }
}
