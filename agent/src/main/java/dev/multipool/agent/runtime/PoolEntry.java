package dev.multipool.agent.runtime;

import java.lang.ref.WeakReference;
import org.jspecify.annotations.Nullable;

/** A pool that was seen: what is known of it, by a reference that does not keep it. */
final class PoolEntry extends WeakReference<Object> {

    /** Where it was made, as {@code Class:line}, or null when it was there before us. */
    final @Nullable String madeAt;

    final int hash;
    /** Null until the pool has its first task, and for pools that are not observed. */
    volatile @Nullable ObservedPool observed;

    volatile boolean ignored;
    /** What a framework calls it, such as the name of a bean; null where none does. */
    volatile @Nullable String frameworksName;

    PoolEntry(Object pool, @Nullable String madeAt) {
        super(pool);
        this.hash = System.identityHashCode(pool);
        this.madeAt = madeAt;
    }
}
