package dev.multipool.bench.call;

import java.util.List;
import java.util.SplittableRandom;

/** Draws one of some calls by their weights. Not safe for threads. */
public final class WeightedCalls implements CallSource {
    private final Call[] calls;
    private final int[] weights;
    private final int weightSum;
    private final SplittableRandom random;

    public WeightedCalls(List<Weighted> calls, SplittableRandom random) {
        this.calls = calls.stream().map(Weighted::call).toArray(Call[]::new);
        this.weights = calls.stream().mapToInt(Weighted::weight).toArray();
        this.weightSum = calls.stream().mapToInt(Weighted::weight).sum();
        this.random = random;
    }

    /**
     * A call with its share.
     *
     * @param call can be sent again and again
     * @param weight its share: its weight / the sum of all
     */
    public record Weighted(Call call, int weight) {}

    @Override
    public Call next() {
        if (calls.length == 1) {
            return calls[0];
        }
        int draw = random.nextInt(weightSum);
        int at = 0;
        while (draw >= weights[at]) {
            draw -= weights[at++];
        }
        return calls[at];
    }
}
