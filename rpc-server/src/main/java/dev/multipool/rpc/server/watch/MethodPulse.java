package dev.multipool.rpc.server.watch;

import dev.multipool.rpc.server.journal.MethodCalls;
import java.util.LinkedHashMap;
import java.util.Map;

/** What was added to the counts of one method in a window, as a tree. */
final class MethodPulse {
    private static final double NANOS_PER_MILLI = 1e6;

    private MethodPulse() {}

    static Map<String, Object> of(MethodCalls before, MethodCalls now, double seconds) {
        long answers = now.answers() - before.answers();
        long failures = answers - (successes(now) - successes(before));
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("method", now.method());
        tree.put("answersPerSecond", LedgerTree.rounded(answers / seconds));
        tree.put("failuresPerSecond", LedgerTree.rounded(failures / seconds));
        tree.put(
                "meanResponseMillis",
                answers == 0
                        ? Double.NaN
                        : LedgerTree.rounded(
                                (now.responseNanos() - before.responseNanos()) / NANOS_PER_MILLI / answers));
        return tree;
    }

    private static long successes(MethodCalls calls) {
        return calls.answersByCode().getOrDefault(MethodCalls.SUCCESS, 0L);
    }
}
