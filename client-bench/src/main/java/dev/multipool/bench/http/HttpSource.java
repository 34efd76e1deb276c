package dev.multipool.bench.http;

import dev.multipool.bench.call.Call;
import dev.multipool.bench.call.CallSource;
import dev.multipool.bench.http.HttpCall.EncodedRequest;
import java.util.List;
import java.util.SplittableRandom;

/** Draws requests by weight. */
final class HttpSource implements CallSource {
    private final HttpCall[] calls;
    private final int[] weights;
    private final int weightSum;
    private final SplittableRandom random;

    HttpSource(HttpPool pool, List<EncodedRequest> requests, List<ValueSource.Texts> values, SplittableRandom random) {
        ValueSource[] sources =
                values.stream().map(texts -> new ValueSource(texts, random)).toArray(ValueSource[]::new);
        this.calls = requests.stream()
                .map(request -> new HttpCall(pool, request, sources))
                .toArray(HttpCall[]::new);
        this.weights = requests.stream().mapToInt(EncodedRequest::weight).toArray();
        this.weightSum = requests.stream().mapToInt(EncodedRequest::weight).sum();
        this.random = random;
    }

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
