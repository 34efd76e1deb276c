package dev.multipool.agent.runtime;

import dev.multipool.pools.WaitCycles;
import dev.multipool.pools.WaitCycles.Cycle;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Tells of pools that wait for each other: once when such waits were seen, and once when the pools are stuck. It forgets nothing, so
 * a cycle that comes and goes is told once.
 *
 * <p><b>Threads:</b> one at a time.
 */
final class CycleWatch {

    /** More pools than that come and go, and would be told of without an end. */
    private static final int MOST = 100;

    private final Set<List<String>> warned = new HashSet<>();
    private final Set<List<String>> stuck = new HashSet<>();
    private final Reader reader;

    /** Is told of cycles. */
    interface Reader {
        /** These pools wait for each other, or, as the cycle tells, are stuck by now. */
        void told(Cycle cycle);
    }

    CycleWatch(Reader reader) {
        this.reader = reader;
    }

    /** Looks at the waits that were ever seen, as they are now. */
    void look(Collection<WaitCycles.Wait> waits) {
        for (Cycle cycle : WaitCycles.find(waits)) {
            Set<List<String>> known = cycle.isStuck() ? stuck : warned;
            if (known.size() < MOST && known.add(cycle.names())) {
                // who is stuck needs no warning any more
                warned.add(cycle.names());
                reader.told(cycle);
            }
        }
    }
}
