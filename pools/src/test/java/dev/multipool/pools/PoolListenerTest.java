package dev.multipool.pools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PoolListenerTest {

    private static final Duration LONG = Duration.ofSeconds(10);

    private final ManualClock clock = new ManualClock();
    private final List<String> heard = new CopyOnWriteArrayList<>();
    private final PoolListener listener = new PoolListener() {
        @Override
        public void rejected(String poolName, RejectReason reason) {
            heard.add("rejected " + reason);
        }

        @Override
        public void notRun(String poolName, NotRunReason reason, long queueTimeNanos) {
            heard.add("notRun " + reason + " " + queueTimeNanos);
        }

        @Override
        public void ended(String poolName, TaskOutcome outcome, long queueTimeNanos, long serviceTimeNanos) {
            heard.add("ended " + outcome + " " + queueTimeNanos + " " + serviceTimeNanos);
        }

        @Override
        public void slow(String poolName, Runnable task, long queueTimeNanos, long serviceTimeNanos) {
            heard.add("slow " + serviceTimeNanos);
            throw new IllegalStateException("expected by the test");
        }

        @Override
        public void resized(PoolConfig before, PoolConfig after) {
            heard.add("resized " + after.spec());
        }
    };

    private MeasuredPool pool(String spec) {
        return Pools.create(PoolConfig.parse("p", spec), clock, listener);
    }

    @Test
    void listener_hearsEveryEvent() throws Exception {
        MeasuredPool pool = pool("fixed:threads=1,queue=1,slowTask=2ms");
        BlockedTask busy = BlockedTask.occupy(pool);
        RecordingTask late = new RecordingTask(clock.nanoTime() + 1);
        pool.execute(late);
        assertThatThrownBy(() -> pool.execute(() -> {})).isInstanceOf(PoolRejectedException.class);
        clock.advance(Duration.ofMillis(3));
        busy.release();
        late.done.await();
        pool.resize(2, 2, 2);

        assertThat(pool.stop(LONG)).isTrue();

        assertThat(heard)
                .containsExactlyInAnyOrder(
                        "rejected QUEUE_FULL",
                        "ended COMPLETED 0 3000000",
                        "slow 3000000",
                        "notRun EXPIRED 3000000",
                        "resized fixed:threads=2,queue=2,slowTask=2ms");
    }

    @Test
    void recording_holdsRejectedAndSlowTasks(@TempDir Path directory) throws Exception {
        Path file = directory.resolve("pool.jfr");
        try (Recording recording = new Recording()) {
            recording.enable("dev.multipool.TaskRejected");
            recording.enable("dev.multipool.SlowTask");
            recording.start();
            MeasuredPool pool = pool("direct:threads=1,slowTask=2ms");
            pool.execute(() -> {
                assertThatThrownBy(() -> pool.execute(() -> {})).isInstanceOf(PoolRejectedException.class);
                clock.advance(Duration.ofMillis(3));
            });
            recording.dump(file);
        }

        List<RecordedEvent> events = RecordingFile.readAllEvents(file);

        assertThat(Files.size(file)).isPositive();
        assertThat(events)
                .extracting(event -> event.getEventType().getName())
                .containsExactlyInAnyOrder("dev.multipool.TaskRejected", "dev.multipool.SlowTask");
        assertThat(events)
                .filteredOn(event -> event.getEventType().getName().endsWith("SlowTask"))
                .singleElement()
                .satisfies(event -> assertThat(event.getDuration("serviceTime")).isEqualTo(Duration.ofMillis(3)));
    }
}
