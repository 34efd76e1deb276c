package ${package};

import dev.multipool.rpc.protocol.RpcMethod;
import ${package}.v1.GreetRequest;
import ${package}.v1.GreetResponse;
import ${package}.v1.GreetingProto;

/** The methods of the service, for handlers and for callers. */
public final class GreetingMethods {
    /** Greets somebody by name. */
    public static final RpcMethod<GreetRequest, GreetResponse> GREET = RpcMethod.of(
            GreetingProto.getDescriptor().findServiceByName("GreetingService"),
            "greet",
            GreetRequest.getDefaultInstance(),
            GreetResponse.getDefaultInstance());

    private GreetingMethods() {}
}
