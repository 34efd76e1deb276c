package dev.multipool.rpc.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.netty.util.concurrent.MockTicker;
import io.netty.util.concurrent.Ticker;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RetryBudgetTest {
    private final MockTicker ticker = Ticker.newMockTicker();

    @Test
    void whenEveryCallFails_aFifthIsSentAgain_ifThatIsTheShare() {
        RetryBudget budget = new RetryBudget(0.2, 0, ticker);

        int taken = 0;
        for (int i = 0; i < 1_000; i++) {
            budget.onCall();
            taken += budget.tryTake() ? 1 : 0;
        }

        assertThat(taken).isEqualTo(200);
        assertThat(budget.retries()).isEqualTo(200);
        assertThat(budget.denied()).isEqualTo(800);
    }

    @Test
    void floor_letsAFewBeSentAgainEachSecond_withoutManyCalls() {
        RetryBudget budget = new RetryBudget(0, 10, ticker);
        assertThat(takenOf(budget, 1_000)).as("at the start").isEqualTo(100);

        ticker.advance(500, TimeUnit.MILLISECONDS);

        assertThat(takenOf(budget, 1_000)).isEqualTo(5);
    }

    @Test
    void whatIsNotUsed_isKeptUpToTheCapacity() {
        RetryBudget budget = new RetryBudget(1, 10, ticker);
        IntStream.range(0, 100_000).forEach(i -> budget.onCall());

        ticker.advance(1, TimeUnit.HOURS);

        assertThat(takenOf(budget, 100_000)).isEqualTo(RetryBudget.CAPACITY);
    }

    @Test
    void noShareAndNoFloor_sendNothingAgain() {
        RetryBudget budget = new RetryBudget(0, 0, ticker);
        budget.onCall();
        ticker.advance(1, TimeUnit.HOURS);

        assertThat(budget.tryTake()).isFalse();
    }

    @Test
    void settingsOutOfBounds_areRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new RetryBudget(1.5, 0, ticker))
                .withMessage("retries per call: 1.5 (expected: 0 to 1)");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new RetryBudget(Double.NaN, 0, ticker))
                .withMessage("retries per call: NaN (expected: 0 to 1)");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new RetryBudget(0, -1, ticker))
                .withMessage("retries per second: -1 (expected: 0 to 1000)");
    }

    private static int takenOf(RetryBudget budget, int asked) {
        return (int) IntStream.range(0, asked).filter(i -> budget.tryTake()).count();
    }
}
