package dev.multipool.laboratory.sampling;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.laboratory.sampling.SampleClassifier.Frame;
import dev.multipool.pools.ThreadActivity;
import dev.multipool.pools.ThreadClassifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SampleClassifierTest {
    private static final String FUTEX = "libc.so.6 __futex_abstimed_wait_common";
    private static final String PARK = "jdk.internal.misc.Unsafe park";
    private static final String SERVE = "dev.multipool.pools.internal.TaskRunner serve";
    private static final String WORKER = "dev.multipool.pools.internal.worker.Worker run";

    private final SampleClassifier classifier = new SampleClassifier(new ThreadRules(
            ThreadClassifier.standard()
                    .with("com.example.store.", ThreadActivity.IO)
                    .with("com.example.mock.", ThreadActivity.IO),
            Set.of("com.example.store."),
            Set.of("com.example.store.Reads.await")));

    @Test
    void of_parkedWorkers_tellsWhatTheyWaitFor() {
        assertThat(of(false, FUTEX, PARK, "dev.multipool.pools.internal.worker.Worker awaitTask", WORKER))
                .isEqualTo(SampledState.IDLE);
        assertThat(of(false, FUTEX, PARK, "dev.multipool.pools.Join await", SERVE, WORKER))
                .isEqualTo(SampledState.JOIN);
        assertThat(of(
                        false,
                        FUTEX,
                        PARK,
                        "java.util.concurrent.CompletableFuture get",
                        "com.example.store.Repository get",
                        SERVE))
                .isEqualTo(SampledState.REDIS);
        assertThat(of(
                        false,
                        FUTEX,
                        PARK,
                        "java.util.concurrent.locks.LockSupport parkNanos",
                        "com.example.mock.Dependency await",
                        SERVE))
                .isEqualTo(SampledState.OTHER_IO);
        assertThat(of(false, FUTEX, PARK, "java.util.concurrent.locks.ReentrantLock lock", SERVE))
                .isEqualTo(SampledState.LOCK);
    }

    @Test
    void of_aMonitorThatIsEntered_isALock() {
        assertThat(of(false, FUTEX, "libjvm.so ObjectMonitor::enter", "com.example.Cache put", SERVE))
                .isEqualTo(SampledState.LOCK);
    }

    @Test
    void of_runningWorkers_tellsQueuesFromTasks() {
        assertThat(of(true, "java.lang.Integer parseInt", "dev.multipool.user.Handler find", SERVE, WORKER))
                .isEqualTo(SampledState.RUNNING);
        assertThat(of(true, "com.example.store.Codec decode", "com.example.store.Reads await", SERVE, WORKER))
                .isEqualTo(SampledState.RUNNING_IO);
        assertThat(of(
                        true,
                        "jdk.internal.misc.Unsafe unpark",
                        "dev.multipool.pools.internal.worker.Crew call",
                        SERVE,
                        WORKER))
                .isEqualTo(SampledState.HAND_OFF);
        assertThat(of(true, "dev.multipool.pools.internal.queue.RingQueue poll", WORKER))
                .isEqualTo(SampledState.QUEUE);
    }

    @Test
    void isAsleep_onlyOfStacksThatGaveTheCoreAway() {
        assertThat(classifier.isAsleep(stack(FUTEX, PARK, SERVE))).isTrue();
        assertThat(classifier.isAsleep(stack("sun.nio.ch.EPoll wait", "io.netty.channel.nio.NioIoHandler run")))
                .isTrue();
        assertThat(classifier.isAsleep(
                        stack("java.lang.Thread yield", "dev.multipool.pools.internal.worker.Worker searchOn")))
                .isFalse();
        assertThat(classifier.isAsleep(List.of())).isFalse();
    }

    private SampledState of(boolean runnable, String... frames) {
        return classifier.of(runnable, stack(frames));
    }

    private static List<Frame> stack(String... frames) {
        List<Frame> stack = new ArrayList<>();
        for (String frame : frames) {
            String[] parts = frame.split(" ", 2);
            stack.add(new Frame(parts[0], parts[1], !parts[0].contains(".so")));
        }
        return stack;
    }
}
