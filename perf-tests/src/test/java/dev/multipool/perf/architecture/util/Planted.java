package dev.multipool.perf.architecture.util;

import java.util.logging.Logger;

/** Breaks every house rule, to show that the rules see it. Never used. */
public final class Planted {
    private Planted() {}

    public static void breakTheRules() {
        Logger.getLogger("planted").info("at " + System.nanoTime() + " and " + System.currentTimeMillis());
        System.out.println("planted");
    }
}
