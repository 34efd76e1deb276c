package dev.multipool.rpc.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.rpc.client.Liveness.Finding;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What looks find, one after the other. */
class LivenessTest {
    private final Liveness liveness = new Liveness();

    @Test
    void look_whileCallsWaitLongForTheirAnswers_findsNothing() {
        assertThat(looks(1_000)).containsOnly(Finding.FINE);
    }

    @Test
    void look_afterAnUnansweredCall_asksOnce_andFindsSilenceThen() {
        liveness.onUnanswered(liveness.reads());

        assertThat(looks(7))
                .containsExactly(
                        Finding.FINE,
                        Finding.FINE,
                        Finding.DOUBTFUL,
                        Finding.FINE,
                        Finding.FINE,
                        Finding.SILENT,
                        Finding.SILENT);
    }

    @Test
    void look_afterAnUnansweredCall_whenOneByteComes_findsNothing() {
        liveness.onUnanswered(liveness.reads());
        looks(Liveness.LOOKS);

        liveness.onRead();

        assertThat(looks(100)).containsOnly(Finding.FINE);
    }

    @Test
    void onUnanswered_whenBytesCameSinceItWasSent_isNoSign() {
        long sent = liveness.reads();
        liveness.onRead();

        liveness.onUnanswered(sent);

        assertThat(looks(100)).containsOnly(Finding.FINE);
    }

    @Test
    void onUnanswered_againAndAgain_doesNotPutSilenceOff() {
        liveness.onUnanswered(liveness.reads());
        List<Finding> findings = new ArrayList<>();
        for (int i = 0; i <= Liveness.LOOKS; i++) {
            liveness.onUnanswered(liveness.reads());
            findings.addAll(looks(1));
        }

        assertThat(findings).endsWith(Finding.SILENT);
    }

    @Test
    void look_whileARequestIsStillBeingSent_findsNoSilence_untilItIsSent() {
        liveness.onUnanswered(liveness.reads());
        for (int unsent = 1_000; unsent > 0; unsent -= 10) {
            assertThat(liveness.look(true, true, unsent)).isEqualTo(Finding.FINE);
        }

        assertThat(looks(Liveness.LOOKS + 2)).contains(Finding.DOUBTFUL, Finding.SILENT);
    }

    @Test
    void look_whileItTakesNoCall_asksForAFlush_andFindsItStuckWhenNothingLeaves() {
        for (int i = 1; i < 4 * Liveness.LOOKS; i++) {
            assertThat(liveness.look(true, false, 1_000)).isEqualTo(Finding.CROWDED);
        }

        assertThat(liveness.look(true, false, 1_000)).isEqualTo(Finding.STUCK);
    }

    @Test
    void look_whileItTakesNoCall_isPatient_asLongAsBytesLeave() {
        for (int unsent = 1_000; unsent > 0; unsent--) {
            assertThat(liveness.look(true, false, unsent)).isEqualTo(Finding.CROWDED);
        }
    }

    @Test
    void look_atAClosedChannel_thatNobodyWasToldOf_findsItGone() {
        List<Finding> findings = new ArrayList<>();
        for (int i = 0; i < Liveness.LOOKS; i++) {
            findings.add(liveness.look(false, false, 0));
        }

        assertThat(findings).startsWith(Finding.FINE).endsWith(Finding.GONE);
    }

    @Test
    void reset_forgetsWhatWasWrong() {
        liveness.onUnanswered(liveness.reads());
        looks(Liveness.LOOKS);

        liveness.reset();

        assertThat(looks(100)).containsOnly(Finding.FINE);
    }

    private List<Finding> looks(int count) {
        List<Finding> findings = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            findings.add(liveness.look(true, true, 0));
        }
        return findings;
    }
}
