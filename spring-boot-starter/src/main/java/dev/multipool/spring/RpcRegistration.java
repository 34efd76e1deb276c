package dev.multipool.spring;

import com.google.protobuf.Message;
import dev.multipool.rpc.protocol.RpcMethod;
import dev.multipool.rpc.server.AsyncHandler;
import dev.multipool.rpc.server.BlockingHandler;
import dev.multipool.rpc.server.RpcServerBuilder;
import org.jspecify.annotations.Nullable;

/**
 * A method that the application's server answers, as a bean.
 *
 * <pre>{@code
 * @Bean
 * RpcRegistration reserve(Stock stock) {
 *     return RpcRegistration.blocking(RESERVE, "stock", (request, call) -> stock.reserve(request)).maxInFlight(50);
 * }
 * }</pre>
 *
 * <p><b>Threads</b>: immutable.
 */
public final class RpcRegistration {
    private final RpcMethod<?, ?> method;
    private final Binding binding;
    private final @Nullable Integer maxInFlight;

    private RpcRegistration(RpcMethod<?, ?> method, Binding binding, @Nullable Integer maxInFlight) {
        this.method = method;
        this.binding = binding;
        this.maxInFlight = maxInFlight;
    }

    /** A method answered on the threads of a pool of {@code multipool.pools}. */
    public static <ReqT extends Message, ResT extends Message> RpcRegistration blocking(
            RpcMethod<ReqT, ResT> method, String pool, BlockingHandler<ReqT, ResT> handler) {
        return new RpcRegistration(method, server -> server.blocking(method, pool, handler), null);
    }

    /** A method answered without a pool: the handler starts on the event loop and must not block. */
    public static <ReqT extends Message, ResT extends Message> RpcRegistration async(
            RpcMethod<ReqT, ResT> method, AsyncHandler<ReqT, ResT> handler) {
        return new RpcRegistration(method, server -> server.async(method, handler), null);
    }

    /**
     * The same with at most so many calls of the method in flight.
     *
     * @throws IllegalArgumentException when it is below 1
     */
    public RpcRegistration maxInFlight(int max) {
        if (max < 1) {
            throw new IllegalArgumentException(
                    "maxInFlight of " + method.fullName() + ": " + max + " (expected: >= 1)");
        }
        return new RpcRegistration(method, binding, max);
    }

    void addTo(RpcServerBuilder server) {
        binding.addTo(server);
        if (maxInFlight != null) {
            server.maxInFlight(method, maxInFlight);
        }
    }

    /** The handler's part, whose types only its maker knows. */
    @FunctionalInterface
    private interface Binding {
        void addTo(RpcServerBuilder server);
    }
}
