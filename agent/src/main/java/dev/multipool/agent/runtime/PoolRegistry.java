package dev.multipool.agent.runtime;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The pools that were seen, found by identity.
 *
 * <p><b>Threads:</b> any; {@link #find} never waits and allocates nothing, since it is asked for every task.
 */
final class PoolRegistry {

    // open addressing, copied when a pool is added: there are few pools, and they are looked up all the time
    private volatile @Nullable PoolEntry[] slots = new PoolEntry[16];

    @Nullable
    PoolEntry find(Object pool) {
        @Nullable PoolEntry[] all = slots;
        int mask = all.length - 1;
        int slot = System.identityHashCode(pool) & mask;
        for (PoolEntry entry = all[slot]; entry != null; entry = all[slot]) {
            if (entry.refersTo(pool)) {
                return entry;
            }
            slot = (slot + 1) & mask;
        }
        return null;
    }

    /** Returns the pool's entry, which is {@code added} unless there was one. */
    synchronized PoolEntry add(PoolEntry added) {
        Object pool = added.get();
        PoolEntry known = pool == null ? added : find(pool);
        if (known != null) {
            return known;
        }
        List<PoolEntry> entries = entries();
        entries.add(added);
        @Nullable PoolEntry[] larger = new PoolEntry[Math.max(16, Integer.highestOneBit(entries.size()) * 4)];
        for (PoolEntry entry : entries) {
            int slot = entry.hash & (larger.length - 1);
            while (larger[slot] != null) {
                slot = (slot + 1) & (larger.length - 1);
            }
            larger[slot] = entry;
        }
        slots = larger;
        return added;
    }

    /** The entries of all pools that somebody still has. */
    List<PoolEntry> entries() {
        List<PoolEntry> entries = new ArrayList<>();
        for (PoolEntry entry : slots) {
            if (entry != null && !entry.refersTo(null)) {
                entries.add(entry);
            }
        }
        return entries;
    }

    /** The pools that are observed, each once. */
    Set<ObservedPool> observed() {
        Set<ObservedPool> all = new LinkedHashSet<>();
        for (PoolEntry entry : entries()) {
            ObservedPool observed = entry.observed;
            // a part of a pool has the ledger of the whole
            if (observed != null) {
                all.add(observed);
            }
        }
        return all;
    }
}
