package dev.multipool.agent.runtime;

import java.util.HashSet;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Names that a person recognizes: the framework's or the library's own, else what the pool's threads are called, else where it was made.
 *
 * <p><b>Threads:</b> any.
 */
final class PoolNames {

    private static final Pattern OF_THE_JDK = Pattern.compile("(pool-\\d+-thread|ForkJoinPool-\\d+-worker|Thread)");
    private static final int LONGEST = 60;

    // @GuardedBy("this")
    private final Set<String> given = new HashSet<>();

    /** Chooses a name that no other pool has. */
    synchronized String choose(@Nullable String own, @Nullable String threadName, @Nullable String madeAt) {
        String prefix = threadName == null ? "" : prefix(threadName);
        boolean isTold = !prefix.isEmpty() && !OF_THE_JDK.matcher(prefix).matches();
        String chosen = isTold || madeAt == null ? prefix : madeAt;
        String legal = legal(own == null ? chosen : own);
        String unique = legal;
        for (int i = 2; !given.add(unique); i++) {
            unique = legal + "-" + i;
        }
        return unique;
    }

    /** The part of a thread's name that its pool's other threads share. */
    static String prefix(String threadName) {
        return threadName.replaceFirst("[-_ #.]*\\d+$", "");
    }

    private static String legal(String name) {
        String legal = name.replaceAll("[^A-Za-z0-9._-]+", "-").replaceAll("^-+|-+$", "");
        String some = legal.isEmpty() ? "pool" : legal;
        return some.length() > LONGEST ? some.substring(some.length() - LONGEST) : some;
    }
}
