package dev.multipool.perf.advice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.multipool.capacity.Objective;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class AdviceTrialTest {
    private static final Duration WINDOW = Duration.ofSeconds(10);

    /** 16 threads now, 8 proposed. */
    private final ScriptedServer server = new ScriptedServer();

    private final List<String> said = new ArrayList<>();

    @Test
    void whatIsNoWorse_isKept() throws Exception {
        server.after(950, 4.2, 0, 9);

        assertThat(trial().apply(server.advice(), WINDOW)).isTrue();

        assertThat(server.resizes).containsExactly("business 8");
        assertThat(said).contains("resized: business 16 -> 8 threads").anyMatch(line -> line.startsWith("after: "));
    }

    @Test
    void whatDoesFewerTasks_isTakenBack() throws Exception {
        server.after(850, 4, 0, 9);

        assertThat(trial().apply(server.advice(), WINDOW)).isFalse();

        assertThat(server.resizes).containsExactly("business 8", "business 16");
        assertThat(said).contains("worse: business does fewer tasks", "taken back: business 16 threads");
    }

    @Test
    void whatBreaksTheObjective_isTakenBack_unlessItWasBrokenBefore() throws Exception {
        server.after(1000, 4, 0, 12);

        assertThat(trial().apply(server.advice(), WINDOW)).isFalse();
        assertThat(said).contains("worse: business no longer keeps TP99 < 10 ms");

        server.before(1000, 4, 0, 15);
        assertThat(trial().apply(server.advice(), WINDOW)).isTrue();
    }

    @Test
    void whatTurnsTasksAway_isTakenBack() throws Exception {
        server.after(1000, 4, 3, 9);

        assertThat(trial().apply(server.advice(), WINDOW)).isFalse();
    }

    @Test
    void aServerThatCantBeAsked_orATrialThatIsInterrupted_isTakenBack() {
        server.failAfterResize = true;

        assertThatExceptionOfType(IOException.class).isThrownBy(() -> trial().apply(server.advice(), WINDOW));
        assertThat(server.resizes).containsExactly("business 8", "business 16");

        server.failAfterResize = false;
        server.resizes.clear();
        AdviceTrial interrupted = new AdviceTrial(
                server,
                Judge.unlessWorse(Objective.tp99Below(Duration.ofMillis(10))),
                time -> {
                    server.pass(time);
                    if (!server.resizes.isEmpty()) {
                        throw new InterruptedException();
                    }
                },
                said::add);
        assertThatExceptionOfType(InterruptedException.class)
                .isThrownBy(() -> interrupted.apply(server.advice(), WINDOW));
        assertThat(server.resizes).containsExactly("business 8", "business 16");
    }

    @Test
    void whatIsToBringThroughput_staysOnlyWhenItDoes() throws Exception {
        AdviceTrial trial = new AdviceTrial(server, Judge.onlyIfBetter(), server::pass, said::add);
        server.after(1200, 4, 0, 9);
        assertThat(trial.apply(server.advice(), WINDOW)).isTrue();

        server.resizes.clear();
        server.after(1020, 4, 0, 9);
        assertThat(trial.apply(server.advice(), WINDOW)).isFalse();
        assertThat(server.resizes).containsExactly("business 8", "business 16");
    }

    @Test
    void whatIsNoMoreThanChance_isNotBetter() {
        PoolWindow before = new PoolWindow(10_000, 1000, 60, 4, 0, 9);

        assertThat(Judge.onlyIfBetter().fault(Map.of("a", before), Map.of("a", rate(1100, 60)), Set.of("a")))
                .isPresent();
        assertThat(Judge.onlyIfBetter().fault(Map.of("a", before), Map.of("a", rate(1300, 60)), Set.of("a")))
                .isEmpty();
        assertThat(Judge.onlyIfBetter().fault(Map.of("a", before), Map.of(), Set.of("a")))
                .isPresent();
    }

    private static PoolWindow rate(double perSecond, double error) {
        return new PoolWindow(perSecond * 10, perSecond, error, 4, 0, 9);
    }

    private AdviceTrial trial() {
        return new AdviceTrial(
                server, Judge.unlessWorse(Objective.tp99Below(Duration.ofMillis(10))), server::pass, said::add);
    }

    /** A server whose figures are one thing with 16 threads and another with 8. */
    private static final class ScriptedServer implements PoolControl {
        private final List<String> resizes = new ArrayList<>();
        private double[] before = {1000, 4, 0, 9};
        private double[] after = {1000, 4, 0, 9};
        private boolean failAfterResize;
        private double seconds;
        private double done;
        private double millis;
        private double rejected;

        void before(double... figures) {
            before = figures;
        }

        void after(double... figures) {
            after = figures;
        }

        void pass(Duration time) {
            double[] now = now();
            seconds += time.toSeconds();
            done += now[0] * time.toSeconds();
            millis += now[0] * time.toSeconds() * now[1];
            rejected += now[2] * time.toSeconds();
        }

        private double[] now() {
            return resizes.isEmpty() || resizes.get(resizes.size() - 1).endsWith(" 16") ? before : after;
        }

        @Override
        public Map<String, PoolAdvice> advice() {
            return Map.of(
                    "business", new PoolAdvice(16, 8, List.of("because")), "select", new PoolAdvice(12, 12, List.of()));
        }

        @Override
        public Map<String, PoolReading> read() throws IOException {
            if (failAfterResize && !resizes.isEmpty()) {
                throw new IOException("gone");
            }
            return Map.of("business", new PoolReading(seconds, done, millis, rejected, now()[3]));
        }

        @Override
        public void resize(String pool, int threads) {
            resizes.add(pool + " " + threads);
        }
    }
}
