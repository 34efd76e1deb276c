package dev.multipool.mock;

import dev.multipool.mock.v1.DelayRequest;
import dev.multipool.mock.v1.DelayResponse;
import dev.multipool.mock.v1.MockProto;
import dev.multipool.rpc.protocol.RpcMethod;

/** The methods of {@code multipool.mock.v1.MockService}, for handlers and for callers. */
public final class MockServiceMethods {
    /** Answers after a delay that the server draws. */
    public static final RpcMethod<DelayRequest, DelayResponse> DELAY = RpcMethod.of(
            MockProto.getDescriptor().findServiceByName("MockService"),
            "delay",
            DelayRequest.getDefaultInstance(),
            DelayResponse.getDefaultInstance());

    private MockServiceMethods() {}
}
