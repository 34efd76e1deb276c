package dev.multipool.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.redis.ReplyLiveness.Finding;
import org.junit.jupiter.api.Test;

/** What looks find, one after the other; five of them are as long as silence may be. */
class ReplyLivenessTest {
    private static final int LOOKS = 5;

    private final ReplyLiveness liveness = new ReplyLiveness(LOOKS);

    @Test
    void look_whenNothingIsOwed_findsNothing_howeverLongNothingComes() {
        for (int i = 0; i < 100; i++) {
            assertThat(liveness.look(false)).isEqualTo(Finding.FINE);
        }
    }

    @Test
    void look_whenRepliesAreOwedAndNoByteComes_findsSilence() {
        for (int i = 0; i < LOOKS; i++) {
            assertThat(liveness.look(true)).isEqualTo(Finding.FINE);
        }

        assertThat(liveness.look(true)).isEqualTo(Finding.SILENT);
    }

    @Test
    void look_whenRepliesReachWhoWaits_findsNothing() {
        for (int i = 0; i < 100; i++) {
            liveness.onRead();
            liveness.onUse();
            assertThat(liveness.look(true)).isEqualTo(Finding.FINE);
        }
    }

    @Test
    void look_whenNobodyWaitsForWhatComes_stopsCommands_untilEachReplyIsThere() {
        readsWithoutUse(LOOKS);
        assertThat(liveness.takesCommands()).isTrue();
        readsWithoutUse(1);
        assertThat(liveness.takesCommands()).isFalse();

        liveness.onAllReplied();

        assertThat(liveness.takesCommands()).isTrue();
        assertThat(liveness.look(false)).isEqualTo(Finding.FINE);
    }

    @Test
    void look_whenOnlyWrongValuesReachWhoWaits_stopsCommands() {
        for (int i = 0; i <= LOOKS; i++) {
            liveness.onRead();
            liveness.onUse();
            liveness.onNoUse();
            liveness.look(true);
        }

        assertThat(liveness.takesCommands()).isFalse();
    }

    @Test
    void look_whileCatchingUp_isNotPutOffByAReplyThatReachesSomebody() {
        readsWithoutUse(LOOKS + 1);

        liveness.onRead();
        liveness.onUse();

        assertThat(liveness.look(true)).isEqualTo(Finding.OF_NO_USE);
        assertThat(liveness.takesCommands()).isFalse();
    }

    @Test
    void look_whileCatchingUp_findsSilence_whenNoByteComesForHalfTheTime() {
        readsWithoutUse(LOOKS + 1);

        for (int i = 0; i < (LOOKS + 1) / 2; i++) {
            assertThat(liveness.look(true)).isEqualTo(Finding.OF_NO_USE);
        }

        assertThat(liveness.look(true)).isEqualTo(Finding.SILENT);
    }

    @Test
    void look_whileCatchingUp_hasAnEnd_howeverManyBytesCome() {
        readsWithoutUse(5 * (LOOKS + 1) - 1);

        liveness.onRead();

        assertThat(liveness.look(true)).isEqualTo(Finding.SILENT);
    }

    private void readsWithoutUse(int looks) {
        for (int i = 0; i < looks; i++) {
            liveness.onRead();
            assertThat(liveness.look(true)).isNotEqualTo(Finding.SILENT);
        }
    }
}
