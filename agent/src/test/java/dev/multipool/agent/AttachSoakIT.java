package dev.multipool.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.agent.program.SoakProgram;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The agent comes to a JVM under load, and goes, every ten seconds for {@code -Dsoak.duration}. No task is lost, the ledgers
 * count rightly, and nothing stays behind.
 */
@Tag("full")
@Timeout(3600)
class AttachSoakIT {

    private static final Duration DURATION = Duration.parse(System.getProperty("soak.duration", "PT1M"));
    private static final long CYCLE_MILLIS = 10_000;
    private static final long ATTACHED_MILLIS = 7_000;
    /** The first agents of a JVM load what stays, such as classes of the JDK. */
    private static final int WARM_UP = 2;

    @Test
    void nothingIsLost_andNothingStays() throws Exception {
        long end = System.currentTimeMillis() + DURATION.toMillis();
        List<Rest> rests = new ArrayList<>();
        double compared = 0;
        try (AskedJvm jvm = AskedJvm.start(List.of("nice", "-n", "19"), List.of(), SoakProgram.class)) {
            jvm.await("started");
            do {
                long attached = System.currentTimeMillis();
                jvm.loadAgent(ChildJvm.AGENT, ChildJvm.AT_ANY_COST);
                jvm.ask("begin");
                jvm.await("begun");
                sleepUntil(attached + ATTACHED_MILLIS);
                jvm.ask("compare");
                assertThat(jvm.await("difference"))
                        .as("cycle %d: %s", rests.size(), jvm.errors())
                        .isZero();
                compared += jvm.await("tasks");
                jvm.loadAgent(ChildJvm.AGENT, "stop");
                rests.add(Rest.of(jvm));
                assertThat(jvm.complaints()).isEmpty();
                sleepUntil(attached + CYCLE_MILLIS);
            } while (System.currentTimeMillis() < end || rests.size() <= WARM_UP);
        }
        print(rests, compared);

        assertThat(rests).allSatisfy(rest -> {
            assertThat(rest.lost()).isZero();
            // a collection may come too early for the last one's
            assertThat(rest.loaders()).isLessThanOrEqualTo(1);
            assertThat(rest.observations()).isLessThanOrEqualTo(1);
        });
        assertThat(growth(rests, Rest::threads)).as("threads").isLessThanOrEqualTo(0);
        assertThat(growth(rests, Rest::descriptors)).as("descriptors").isLessThanOrEqualTo(0);
    }

    private static void sleepUntil(long millis) throws InterruptedException {
        Thread.sleep(Math.max(0, millis - System.currentTimeMillis()));
    }

    /** By how much the least of the last third is above what there was after the warm-up. */
    private static double growth(List<Rest> rests, ToDoubleFunction<Rest> what) {
        double before = what.applyAsDouble(rests.get(WARM_UP));
        return rests.subList(rests.size() * 2 / 3, rests.size()).stream()
                        .mapToDouble(what)
                        .min()
                        .orElseThrow()
                - before;
    }

    private static void print(List<Rest> rests, double compared) {
        Rest last = rests.get(rests.size() - 1);
        System.out.printf(
                Locale.ROOT,
                "%d times attached and detached: %.0f tasks offered, %.0f of them compared with the ledgers%n",
                rests.size(),
                last.offered(),
                compared);
        for (int i = 0; i < rests.size(); i += Math.max(1, rests.size() / 10)) {
            System.out.printf(Locale.ROOT, "after %d: %s%n", i + 1, rests.get(i));
        }
        System.out.printf(Locale.ROOT, "after %d: %s%n", rests.size(), last);
    }

    /** What the process uses while no agent and no task is there. */
    private record Rest(
            double lost,
            double offered,
            double loaders,
            double observations,
            double classes,
            double threads,
            double descriptors,
            double heapBytes,
            double metaspaceBytes) {

        static Rest of(AskedJvm jvm) throws IOException {
            jvm.ask("rest");
            return new Rest(
                    jvm.await("lost"),
                    jvm.await("offered"),
                    jvm.await("loaders"),
                    jvm.await("observations"),
                    jvm.await("classes"),
                    jvm.await("threads"),
                    jvm.await("descriptors"),
                    jvm.await("heapBytes"),
                    jvm.await("metaspaceBytes"));
        }
    }
}
