package dev.multipool.perf.peers.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.multipool.perf.peers.contestant.PeerClient;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class OpenLoopTest {
    private static final long BEGIN = TimeUnit.SECONDS.toNanos(1);
    private static final long END = TimeUnit.SECONDS.toNanos(3);
    private static final long MILLI = TimeUnit.MILLISECONDS.toNanos(1);
    private static final int PER_SECOND = 5_000;

    private final LoopTally tally = new LoopTally(BEGIN, END, 1);

    @Test
    void calls_areSentAtTheRate_whateverTheAnswersTake() {
        ScriptedClient quick = run(new ScriptedClient(call -> MILLI));

        assertThat(tally.users().getCount()).isZero();
        assertThat(tally.failures()).isZero();
        assertThat(tally.responseTimeNanos().getTotalCount())
                .isEqualTo(quick.sentNanos().stream()
                        .filter(sent -> sent >= BEGIN && sent < END)
                        .count())
                .isCloseTo(2L * PER_SECOND, within(300L));
        assertThat(tally.responseTimeNanos().getMaxValue()).isCloseTo(MILLI, within(MILLI / 100));
        List<Long> slow = run(new ScriptedClient(call -> 50 * MILLI), new LoopTally(BEGIN, END, 1))
                .sentNanos();
        // it sends on until the counted calls have ended
        assertThat(slow.subList(0, quick.sentNanos().size())).isEqualTo(quick.sentNanos());
    }

    @Test
    void callsThatFindNoNumber_waitInOrder_andTheirTimeRuns() {
        // the first calls take their numbers for more than the window
        long held = 2 * END;
        run(new ScriptedClient(call -> call < PeerClient.MAX_USERS ? held : MILLI));

        assertThat(tally.users().getCount()).isZero();
        // due just before the end, sent when the first number was free
        assertThat(tally.responseTimeNanos().getMaxValue()).isGreaterThan(held - END);
        assertThat(tally.responseTimeNanos().getMinNonZeroValue()).isGreaterThan(held - END);
        assertThat(tally.sendDelayNanos().getMaxValue()).isZero();
    }

    @Test
    void timersThatComeLate_areSendDelay_andCountInTheResponseTime() {
        run(new ScriptedClient(call -> MILLI).late(3 * MILLI));

        assertThat(tally.sendDelayNanos().getMaxValue()).isGreaterThanOrEqualTo(3 * MILLI);
        assertThat(tally.responseTimeNanos().getMaxValue()).isGreaterThanOrEqualTo(4 * MILLI);
        assertThat(tally.responseTimeNanos().getTotalCount()).isCloseTo(2L * PER_SECOND, within(300L));
    }

    @Test
    void callsThatAreRefused_areFailures_andEndTheLoop() {
        run(new ScriptedClient(call -> null));

        assertThat(tally.users().getCount()).isZero();
        assertThat(tally.failures()).isGreaterThan(2L * PER_SECOND);
        assertThat(tally.firstFailure()).isEqualTo("refused");
        assertThat(tally.responseTimeNanos().getTotalCount()).isZero();
    }

    @Test
    void callsThatNeverEnd_endTheSending() {
        long forever = TimeUnit.DAYS.toNanos(1);
        ScriptedClient client = run(new ScriptedClient(call -> forever));

        assertThat(client.sentNanos()).hasSizeGreaterThan(PeerClient.MAX_USERS);
        assertThat(client.sentNanos().get(PeerClient.MAX_USERS - 1)).isLessThan(BEGIN + END);
    }

    @Test
    void poissonArrivals_haveTheRate_andTheSpread() {
        PoissonArrivals arrivals = new PoissonArrivals(PER_SECOND, 7);
        long[] due =
                IntStream.range(0, 100_000).mapToLong(i -> arrivals.nextNanos()).toArray();
        double mean = due[due.length - 1] / (double) due.length;

        assertThat(mean).isCloseTo(1e9 / PER_SECOND, within(1e9 / PER_SECOND / 100));
        // of exponential gaps, e^-2 are longer than two means
        assertThat(IntStream.range(1, due.length)
                                .filter(i -> due[i] - due[i - 1] > 2 * mean)
                                .count()
                        / (double) due.length)
                .isCloseTo(Math.exp(-2), within(0.005));
    }

    private ScriptedClient run(ScriptedClient client) {
        return run(client, tally);
    }

    private static ScriptedClient run(ScriptedClient client, LoopTally tally) {
        LoadOrder order = new LoadOrder(LoadOrder.Load.ofRate(PER_SECOND, 7), 100, 0, 0, 0, List.of(), List.of());
        client.execute(new OpenLoop(order, client, client, tally)::begin);
        client.runAll();
        return client;
    }
}
