package dev.multipool.laboratory.machine.cores;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class CoreDistanceTest {
    @Test
    void aThreadThatAnswers_givesATime() {
        CoreDistance distance = new CoreDistance();
        Thread answering = new Thread(distance::answerForEver, "answering");
        answering.setDaemon(true);
        answering.start();

        OptionalLong roundTrip = distance.roundTripNanos();
        // it may have to wait for its core
        while (roundTrip.isEmpty()) {
            roundTrip = distance.roundTripNanos();
        }

        assertThat(roundTrip.getAsLong()).isPositive();
    }

    @Test
    void withoutAnAnswer_thereIsNone() {
        assertThat(new CoreDistance().roundTripNanos()).isEmpty();
    }
}
