package dev.multipool.bench.protocol;

import dev.multipool.bench.baidustd.BaiduStd;
import dev.multipool.bench.baidustd.ConnectionSettings;
import dev.multipool.bench.baidustd.DescribedBaiduStd;
import dev.multipool.bench.call.CallProtocol;
import dev.multipool.bench.grpc.Grpc;
import dev.multipool.bench.http.Http;
import dev.multipool.bench.plan.Calls;
import dev.multipool.bench.plan.HttpCalls;
import dev.multipool.bench.plan.MethodCalls;
import dev.multipool.rpc.protocol.transport.Transport;

/** Which protocol makes the calls of a plan. */
public final class Protocols {
    private Protocols() {}

    /** The one for these calls, over plain connections where they do not say otherwise. */
    public static CallProtocol of(Calls calls) {
        return of(calls, ConnectionSettings.PLAIN);
    }

    /**
     * The one for these calls.
     *
     * @param settings how connections are made; of HTTP and gRPC only what waits for sockets
     */
    public static CallProtocol of(Calls calls, ConnectionSettings settings) {
        Transport transport = settings.transport().transport();
        if (calls instanceof HttpCalls) {
            return new Http(transport);
        }
        if (calls instanceof MethodCalls described) {
            return switch (described.protocol()) {
                case GRPC -> new Grpc(transport);
                case BAIDU_STD -> new DescribedBaiduStd(settings);
            };
        }
        return new BaiduStd(settings);
    }
}
