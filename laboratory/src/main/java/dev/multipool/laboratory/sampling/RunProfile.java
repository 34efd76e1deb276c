package dev.multipool.laboratory.sampling;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What was profiled in one run: the server, from the beginning of the measured window to its end.
 *
 * @param cpuEvent where CPU samples come from: cpu, or ctimer where the kernel gives no perf events
 * @param seconds how long was recorded
 * @param jfr the recording, beside result.json
 * @param flames what was drawn from it
 * @param notDrawn why a graph is missing that should be among them; the recording has it still
 * @param pools the thread-state ledger by sampling: pools first, then other threads that used a core
 */
public record RunProfile(
        String cpuEvent,
        double seconds,
        String jfr,
        List<Flame> flames,
        List<String> notDrawn,
        List<SampledPool> pools) {
    public RunProfile {
        flames = List.copyOf(flames);
        notDrawn = List.copyOf(notDrawn);
        pools = List.copyOf(pools);
    }

    /** The recording and every graph. */
    @JsonIgnore
    public List<String> files() {
        return Stream.concat(Stream.of(jfr), flames.stream().map(Flame::file)).toList();
    }

    /**
     * One flame graph.
     *
     * @param title what it shows
     * @param event cpu, wall, alloc or lock
     * @param pool of whose threads only; null for all
     * @param file an HTML page, beside result.json
     */
    public record Flame(
            String title, String event, @Nullable String pool, String file) {}
}
