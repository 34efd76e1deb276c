package dev.multipool.bench.baidustd;

import com.google.protobuf.Message;
import dev.multipool.bench.plan.CallKind;
import dev.multipool.bench.plan.CallMix;
import dev.multipool.rpc.protocol.RpcMethod;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * A call of a service of one's own: what a generator asks where its plan's mix has {@link CallKind#OWN}.
 *
 * <pre>{@code
 * OwnCall<GreetRequest, GreetResponse> greet = new OwnCall<>(
 *         GREET,
 *         random -> GreetRequest.newBuilder().setName("user" + random.nextInt(1000)).build(),
 *         response -> !response.getText().isEmpty());
 * }</pre>
 *
 * <p><b>Threads</b>: both functions are called on all of the generator's event loops; they must not block.
 *
 * @param <ReqT> the request message
 * @param <ResT> the response message
 * @param method what is called
 * @param request makes each request; its random numbers follow from the plan's seed
 * @param right whether an answer is what was asked for; one that is not counts as an error
 */
public record OwnCall<ReqT extends Message, ResT extends Message>(
        RpcMethod<ReqT, ResT> method, Function<RandomGenerator, ReqT> request, Predicate<ResT> right) {
    /** Throws when a mix has calls of one's own and none is given, or the other way round. */
    static void requireFitting(CallMix mix, @Nullable OwnCall<?, ?> own) {
        boolean asked = mix.weights().containsKey(CallKind.OWN);
        if (asked != (own != null)) {
            throw new IllegalArgumentException(
                    "own: " + (own == null ? "none" : own.method().fullName()) + " (expected: "
                            + (asked
                                    ? "a call, as the mix has some of one's own"
                                    : "none, as the mix has no calls of one's own")
                            + ")");
        }
    }
}
