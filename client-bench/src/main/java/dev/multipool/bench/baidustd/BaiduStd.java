package dev.multipool.bench.baidustd;

import dev.multipool.bench.call.CallProtocol;
import dev.multipool.bench.call.CallSource;
import dev.multipool.bench.call.Connection;
import dev.multipool.bench.call.Connections;
import dev.multipool.bench.plan.CallMix;
import dev.multipool.bench.plan.LoadPlan;
import dev.multipool.rpc.client.RpcChannel;
import java.util.SplittableRandom;
import java.util.concurrent.ScheduledExecutorService;

/**
 * Calls of a {@link CallMix}, multiplexed over the connections of a client.
 *
 * @param settings how the connections are made
 */
public record BaiduStd(ConnectionSettings settings) implements CallProtocol {
    /** Plain connections. */
    public static final BaiduStd PLAIN = new BaiduStd(ConnectionSettings.PLAIN);

    @Override
    public void requireFitting(LoadPlan plan) {
        mixOf(plan);
    }

    private static CallMix mixOf(LoadPlan plan) {
        if (plan.calls() instanceof CallMix mix) {
            return mix;
        }
        throw new IllegalArgumentException(
                "calls: " + plan.calls().getClass().getSimpleName() + " (expected: a CallMix, for baidu_std)");
    }

    /** @throws dev.multipool.rpc.protocol.RpcException when not all connections are up in time */
    @Override
    public Connections open(LoadPlan plan, int eventLoops) {
        CallMix mix = mixOf(plan);
        return Clients.open(plan, eventLoops, settings, channel -> over(channel, mix));
    }

    /** A client's channel as a connection of these calls. */
    public Connection over(RpcChannel channel, CallMix mix) {
        return new Multiplexed(channel, mix);
    }

    private record Multiplexed(RpcChannel channel, CallMix mix) implements Connection {
        @Override
        public ScheduledExecutorService eventLoop() {
            return channel.eventLoop();
        }

        @Override
        public CallSource calls(SplittableRandom random) {
            return new QuestionSource(channel, mix, random);
        }
    }
}
