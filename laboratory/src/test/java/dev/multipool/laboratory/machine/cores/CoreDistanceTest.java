package dev.multipool.laboratory.machine.cores;

import static org.assertj.core.api.Assertions.assertThat;

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

        long roundTrip = distance.roundTripNanos();
        // it may have to wait for its core
        while (roundTrip == CoreDistance.NO_ANSWER) {
            roundTrip = distance.roundTripNanos();
        }

        assertThat(roundTrip).isPositive();
    }

    @Test
    void withoutAnAnswer_thereIsNone() {
        assertThat(new CoreDistance().roundTripNanos()).isEqualTo(CoreDistance.NO_ANSWER);
    }
}
