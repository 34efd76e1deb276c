package ${package};

import dev.multipool.rpc.protocol.RpcErrorCode;
import dev.multipool.rpc.protocol.RpcException;
import ${package}.v1.GreetRequest;
import ${package}.v1.GreetResponse;

/** Answers calls on the threads of a pool; it may block. Replace it by your own. */
final class GreetingHandler {
    GreetResponse greet(GreetRequest request) {
        if (request.getName().isBlank()) {
            throw new RpcException(RpcErrorCode.EREQUEST, "name: '" + request.getName() + "' (expected: not blank)");
        }
        return GreetResponse.newBuilder()
                .setText("Hello, " + request.getName())
                .build();
    }
}
