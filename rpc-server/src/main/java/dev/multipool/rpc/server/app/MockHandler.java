package dev.multipool.rpc.server.app;

import dev.multipool.mock.v1.DelayRequest;
import dev.multipool.mock.v1.DelayResponse;
import dev.multipool.rpc.protocol.RpcErrorCode;
import dev.multipool.rpc.protocol.RpcException;
import dev.multipool.rpc.server.CallContext;
import dev.multipool.rpc.server.app.mock.MockDependency;
import java.util.concurrent.CompletionStage;

/** Answers the mock dependency's delay, waiting or not. */
final class MockHandler {
    private final MockDependency mock;

    MockHandler(MockDependency mock) {
        this.mock = mock;
    }

    DelayResponse delay(DelayRequest request, CallContext call) {
        try {
            return response(mock.delay(call.remaining()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RpcException(RpcErrorCode.ELOGOFF, "the server stopped while " + call.method() + " ran");
        }
    }

    CompletionStage<DelayResponse> delayAsync(DelayRequest request, CallContext call) {
        return mock.delayAsync(call.remaining()).thenApply(MockHandler::response);
    }

    private static DelayResponse response(long nanos) {
        return DelayResponse.newBuilder().setDelayNanos(nanos).build();
    }
}
