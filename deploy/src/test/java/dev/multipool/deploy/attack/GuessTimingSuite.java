package dev.multipool.deploy.attack;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.multipool.rpc.server.credential.CredentialVerifier;
import dev.multipool.rpc.server.credential.SharedSecrets;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * <b>Question</b>: does the time that a wrong credential takes tell how near it came?
 *
 * <p><b>Hypothesis</b>: no: a guess that is wrong in its last byte takes as long as one that is wrong in its first.
 *
 * <p><b>Setup</b>: the verifier of secrets alone, in this JVM; batches of either guess by turns.
 *
 * <p><b>Reading the result</b>: the median of the batches' ratios, printed.
 *
 * <p><b>How to run</b>: {@code mvn verify -Pfull}.
 */
@Tag("full")
class GuessTimingSuite {
    private static final int PAIRS = 400;
    private static final int GUESSES = 5_000;
    private static final double MOST_APART = 0.02;
    private static final String SECRET = "a secret of thirty-two bytes ...";

    private static final InetSocketAddress CALLER = InetSocketAddress.createUnresolved("caller", 1);

    private final CredentialVerifier verifier = new SharedSecrets(List.of(ByteString.copyFromUtf8(SECRET)));

    @Test
    void wrongGuess_takesAsLong_howeverNearItCame() {
        ByteString far = ByteString.copyFromUtf8("x" + SECRET.substring(1));
        ByteString near = ByteString.copyFromUtf8(SECRET.substring(0, SECRET.length() - 1) + "x");
        assertThat(verifier.verify(ByteString.copyFromUtf8(SECRET), CALLER)).isTrue();
        List<Double> ratios = new ArrayList<>();
        for (int pair = 0; pair < PAIRS; pair++) {
            boolean nearFirst = pair % 2 == 0;
            long first = nanosOf(nearFirst ? near : far);
            long second = nanosOf(nearFirst ? far : near);
            ratios.add(nearFirst ? (double) first / second : (double) second / first);
        }

        double median = ratios.stream().sorted().toList().get(PAIRS / 2);
        System.out.printf(Locale.ROOT, "time of a guess wrong in its last byte / in its first: %.4f%n", median);
        assertThat(median).isBetween(1 - MOST_APART, 1 + MOST_APART);
    }

    private long nanosOf(ByteString guess) {
        long begin = System.nanoTime();
        int right = 0;
        for (int i = 0; i < GUESSES; i++) {
            right += verifier.verify(guess, CALLER) ? 1 : 0;
        }
        long end = System.nanoTime();
        assertThat(right).isZero();
        return end - begin;
    }
}
