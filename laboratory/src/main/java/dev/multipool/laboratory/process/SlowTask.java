package dev.multipool.laboratory.process;

import dev.multipool.pools.TaskOutcome;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import org.jspecify.annotations.Nullable;

/**
 * A task of a pool that took long, as the agent in its JVM tells.
 *
 * @param pool its name
 * @param thread that ran it
 * @param ended when it ended, and how; null while it runs
 * @param queuedMillis from its arrival to its begin
 * @param servedMillis from its begin to its end, or until it was asked
 * @param frames the innermost of the application and its libraries when its thread was last looked at; may be empty
 */
public record SlowTask(
        String pool,
        String thread,
        @Nullable End ended,
        double queuedMillis,
        double servedMillis,
        List<String> frames) {

    public SlowTask {
        frames = List.copyOf(frames);
    }

    /**
     * The end of a task.
     *
     * @param at when
     * @param outcome how
     */
    public record End(Instant at, TaskOutcome outcome) {}

    /**
     * The slow tasks of a JVM.
     *
     * @param leastMillis from here on a task is slow
     * @param count of those that have ended since the agent came
     * @param tasks those that ran when it was asked, then the last that have ended, the newest first
     */
    public record Seen(double leastMillis, long count, List<SlowTask> tasks) {
        public Seen {
            tasks = List.copyOf(tasks);
        }
    }

    /** Empty where no agent could tell. */
    static Optional<Seen> read(MBeanServerConnection beans) throws JMException, IOException {
        ObjectName name = new ObjectName("dev.multipool:type=SlowTasks");
        if (!beans.isRegistered(name)) {
            return Optional.empty();
        }
        List<SlowTask> tasks = new ArrayList<>();
        for (CompositeData row : (CompositeData[]) beans.getAttribute(name, "Tasks")) {
            tasks.add(task(row));
        }
        return Optional.of(new Seen(
                (long) beans.getAttribute(name, "LeastNanos") / 1e6, (long) beans.getAttribute(name, "Count"), tasks));
    }

    private static SlowTask task(CompositeData row) {
        String outcome = (String) row.get("outcome");
        return new SlowTask(
                (String) row.get("pool"),
                (String) row.get("thread"),
                outcome == null
                        ? null
                        : new End(Instant.ofEpochMilli((long) row.get("endedMillis")), TaskOutcome.valueOf(outcome)),
                (long) row.get("queuedNanos") / 1e6,
                (long) row.get("servedNanos") / 1e6,
                List.of((String[]) row.get("frames")));
    }
}
