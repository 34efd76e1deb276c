package dev.multipool.laboratory.machine;

import dev.multipool.laboratory.process.CpuMeter;
import dev.multipool.laboratory.process.CpuReading;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Looks whether the machine is calm: how much of the watched cores others took while nothing was measured.
 *
 * <p><b>Threads:</b> one.
 */
public final class CalmWatch {
    private final CpuMeter meter;
    private final Sleeping sleeping;

    /**
     * A watch of the meter's cores.
     *
     * @param sleeping lets time pass between two readings, which bring their own clock
     */
    public CalmWatch(CpuMeter meter, Sleeping sleeping) {
        this.meter = meter;
        this.sleeping = sleeping;
    }

    /** Lets time pass. */
    @FunctionalInterface
    public interface Sleeping {
        void sleep(Duration time) throws InterruptedException;
    }

    /**
     * Looks for some time.
     *
     * @param pids the run's own processes; what they do is not foreign
     * @return empty where the system does not tell, or one of the processes has ended
     */
    public Optional<Calm> look(Duration time, List<Long> pids) throws InterruptedException {
        CpuReading begin = meter.read(pids);
        if (begin == null) {
            return Optional.empty();
        }
        sleeping.sleep(time);
        CpuReading end = meter.read(pids);
        return end == null
                ? Optional.empty()
                : Optional.of(new Calm(end.othersCoresSince(begin), end.stolenCoresSince(begin)));
    }
}
