package dev.multipool.laboratory.run;

import dev.multipool.bench.machine.Environment;
import dev.multipool.bench.result.InvalidReason;
import dev.multipool.bench.result.LoadResult;
import java.util.List;

/**
 * What whoever made a load tells of its window.
 *
 * @param startedAt when the window began, ISO-8601 in UTC
 * @param environment where it ran
 * @param counts calls and the time that they came in
 * @param times response times
 * @param schedule how a load that is scheduled was kept
 * @param noise stalls of the machine
 * @param use what the window took
 * @param invalidReasons why it must not count, as far as is known here
 */
public record MadeLoad(
        String startedAt,
        Environment environment,
        LoadResult.Counts counts,
        LoadResult.Times times,
        LoadResult.Schedule schedule,
        LoadResult.Noise noise,
        LoadResult.Use use,
        List<InvalidReason> invalidReasons) {
    public MadeLoad {
        invalidReasons = List.copyOf(invalidReasons);
    }

    static MadeLoad of(LoadResult result) {
        return new MadeLoad(
                result.setup().startedAt(),
                result.setup().environment(),
                result.counts(),
                result.times(),
                result.schedule(),
                result.noise(),
                result.use(),
                result.invalidReasons());
    }
}
