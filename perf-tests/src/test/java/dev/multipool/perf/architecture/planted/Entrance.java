package dev.multipool.perf.architecture.planted;

import java.util.List;
import java.util.function.Supplier;

/** What others may use. All of {@link Workshop} that it needs is in use, and nothing else of this package. */
public final class Entrance {
    private Entrance() {}

    public static int enter(List<String> names) {
        Supplier<Workshop> made = Workshop::new;
        Tool tool = made.get();
        names.forEach(name -> made.get().usedInLambda(name));
        return tool.use() + Workshop.USED_CONSTANT.length();
    }
}
