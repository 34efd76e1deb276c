package dev.multipool.perf.profile;

import dev.multipool.capacity.calibration.ServiceProfile;
import dev.multipool.capacity.calibration.ServiceProfile.Missed;
import dev.multipool.capacity.calibration.ServiceProfile.Pauses;
import dev.multipool.capacity.calibration.TaskProfile;
import dev.multipool.capacity.calibration.TaskProfile.Blocked;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/** A service's profile as people read and edit it. */
public final class ProfileYaml {
    private static final String CPU = "cpu-ms-per-call";
    private static final String IDLE_WAKE = "idle-wake-ms";
    private static final String BACKGROUND = "background-cores";
    private static final String OUTSIDE = "outside-ms";
    private static final String CALLS_PER_PAUSE = "calls-per-pause";
    private static final String PAUSE = "pause-ms";
    private static final String MISSED_TPS = "missed-tps";
    private static final String MISSED_P99 = "missed-tp99";
    private static final String CALL = "call";
    private static final List<String> PROFILE_KEYS =
            List.of(CPU, IDLE_WAKE, BACKGROUND, OUTSIDE, CALLS_PER_PAUSE, PAUSE, MISSED_TPS, MISSED_P99, CALL);

    private static final String POOL = "pool";
    private static final String TASKS = "tasks";
    private static final String TASK_CPU = "cpu-ms";
    private static final String BLOCKED = "blocked-ms";
    private static final String BLOCKED_CV = "blocked-cv";
    private static final String BLOCKED_CPU = "blocked-cpu-ms";
    private static final String THEN = "then";
    private static final List<String> TASK_KEYS =
            List.of(POOL, TASKS, TASK_CPU, BLOCKED, BLOCKED_CV, BLOCKED_CPU, THEN);

    private ProfileYaml() {}

    public static String write(ServiceProfile profile) {
        StringBuilder yaml = new StringBuilder("# a service, calibrated from measured runs\n");
        line(yaml, "", CPU, profile.cpuMillis(), "CPU time of the whole process on busy cores");
        line(yaml, "", IDLE_WAKE, profile.idleWakeMillis(), "CPU time to get an idle core going");
        line(yaml, "", BACKGROUND, profile.backgroundCores(), "CPU without calls");
        line(yaml, "", OUTSIDE, profile.outsideMillis(), "network and client");
        line(yaml, "", CALLS_PER_PAUSE, (double) profile.pauses().everyCalls(), "0: no pauses");
        line(yaml, "", PAUSE, profile.pauses().millis(), "stop the world");
        line(yaml, "", MISSED_TPS, profile.missed().tps(), "largest miss of throughput on the runs it was made from");
        line(yaml, "", MISSED_P99, profile.missed().p99(), "and of TP99");
        yaml.append(CALL).append(":  # what a call starts at once and waits for\n");
        task(yaml, "  ", "  ", profile.call());
        return yaml.toString();
    }

    private static void task(StringBuilder yaml, String first, String indent, TaskProfile task) {
        yaml.append(first).append(POOL).append(": ").append(task.pool()).append('\n');
        yaml.append(indent).append(TASKS).append(": ").append(task.count()).append('\n');
        line(
                yaml,
                indent,
                TASK_CPU,
                task.cpuMillis(),
                "of one task, on its thread, with what it takes the thread to come and go");
        if (task.blocked().millis() > 0) {
            line(yaml, indent, BLOCKED, task.blocked().millis(), "holds its thread without computing");
            line(yaml, indent, BLOCKED_CV, task.blocked().cv(), "standard deviation over mean of that");
            line(yaml, indent, BLOCKED_CPU, task.blocked().cpuMillis(), "on top: CPU time of event loops for that");
        }
        if (!task.subtasks().isEmpty()) {
            yaml.append(indent).append(THEN).append(":  # and waits for, one after the other\n");
            task.subtasks().forEach(subtask -> task(yaml, indent + "  - ", indent + "    ", subtask));
        }
    }

    private static void line(StringBuilder yaml, String indent, String key, double value, String remark) {
        yaml.append(String.format(Locale.ROOT, "%s%s: %.5g  # %s%n", indent, key, value, remark));
    }

    /**
     * Reads what {@link #write} wrote.
     *
     * @throws IllegalArgumentException for a key that is missing, unknown, or of another kind than expected
     */
    public static ServiceProfile read(String yaml) {
        Object loaded;
        try {
            loaded = new Load(LoadSettings.builder().build()).loadFromString(yaml);
        } catch (YamlEngineException e) {
            throw new IllegalArgumentException("profile: not YAML (expected: keys and numbers)", e);
        }
        Keys profile = new Keys("profile", loaded, PROFILE_KEYS);
        return new ServiceProfile(
                profile.number(CPU),
                profile.number(IDLE_WAKE),
                profile.number(BACKGROUND),
                task(profile.of(CALL)),
                profile.number(OUTSIDE),
                new Pauses(Math.round(profile.number(CALLS_PER_PAUSE)), profile.number(PAUSE)),
                new Missed(profile.number(MISSED_TPS), profile.number(MISSED_P99)));
    }

    private static TaskProfile task(Object loaded) {
        Keys task = new Keys(CALL, loaded, TASK_KEYS);
        Blocked blocked = task.has(BLOCKED)
                ? new Blocked(task.number(BLOCKED), task.number(BLOCKED_CV), task.number(BLOCKED_CPU))
                : Blocked.NEVER;
        List<TaskProfile> subtasks = new ArrayList<>();
        if (task.has(THEN)) {
            if (!(task.of(THEN) instanceof List<?> list)) {
                throw new IllegalArgumentException("profile: " + THEN + ": " + task.of(THEN) + " (expected: a list)");
            }
            list.forEach(each -> subtasks.add(task(each)));
        }
        return new TaskProfile(
                String.valueOf(task.of(POOL)),
                (int) Math.round(task.number(TASKS)),
                task.number(TASK_CPU),
                blocked,
                subtasks);
    }

    /** A YAML mapping of which all keys are known. */
    private static final class Keys {
        private final Map<?, ?> map;

        Keys(String what, Object loaded, List<String> known) {
            if (!(loaded instanceof Map<?, ?> given)) {
                throw new IllegalArgumentException(what + ": no keys (expected: " + known + ")");
            }
            given.keySet().forEach(key -> {
                if (!known.contains(String.valueOf(key))) {
                    throw new IllegalArgumentException("profile: " + key + " (expected: one of " + known + ")");
                }
            });
            map = given;
        }

        boolean has(String key) {
            return map.containsKey(key);
        }

        Object of(String key) {
            Object value = map.get(key);
            if (value == null) {
                throw new IllegalArgumentException("profile: " + key + " is missing");
            }
            return value;
        }

        double number(String key) {
            Object value = of(key);
            if (!(value instanceof Number number) || !(number.doubleValue() >= 0)) {
                throw new IllegalArgumentException("profile: " + key + ": " + value + " (expected: a number >= 0)");
            }
            return number.doubleValue();
        }
    }
}
