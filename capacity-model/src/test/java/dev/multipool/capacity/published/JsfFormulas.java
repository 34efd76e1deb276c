package dev.multipool.capacity.published;

import dev.multipool.capacity.AsymptoticBounds;
import dev.multipool.capacity.ClosedNetwork;

/** What formulas say of {@link JsfModel}, to compare with what it simulates. */
public final class JsfFormulas {
    private JsfFormulas() {}

    /** Returns what the formulas know. */
    public static AsymptoticBounds bounds() {
        return new AsymptoticBounds(
                JsfModel.RESPONSE_MILLIS / 1e3,
                JsfModel.HOLDING_MILLIS / 1e3,
                JsfModel.CPU_MILLIS / 1e3,
                JsfModel.CORES - JsfModel.BACKGROUND_CORES);
    }

    /** Returns the solution for four cores, slowed by the background, with all of the CPU time on the pool. */
    public static ClosedNetwork network(int threads) {
        double slower = JsfModel.CORES / (JsfModel.CORES - JsfModel.BACKGROUND_CORES);
        ClosedNetwork pool = ClosedNetwork.start()
                .delay((JsfModel.HOLDING_MILLIS - JsfModel.CPU_MILLIS) / 1e3)
                .servers(JsfModel.CPU_MILLIS / 1e3 * slower, (int) JsfModel.CORES);
        return ClosedNetwork.start()
                .delay((JsfModel.RESPONSE_MILLIS - JsfModel.HOLDING_MILLIS) / 1e3)
                .inside(pool, threads);
    }
}
