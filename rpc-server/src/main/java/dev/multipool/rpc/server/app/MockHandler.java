package dev.multipool.rpc.server.app;

import dev.multipool.mock.v1.DelayRequest;
import dev.multipool.mock.v1.DelayResponse;
import dev.multipool.rpc.server.CallContext;
import dev.multipool.rpc.server.app.mock.MockDependency;
import dev.multipool.rpc.server.dependency.Dependency;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** Answers the mock dependency's delay, waiting or not; waiting, through an isolation where there is one. */
final class MockHandler {
    private final MockDependency mock;
    private final Optional<Dependency> isolation;

    MockHandler(MockDependency mock, Optional<Dependency> isolation) {
        this.mock = mock;
        this.isolation = isolation;
    }

    DelayResponse delay(DelayRequest request, CallContext call) throws Exception {
        return response(
                isolation.isPresent()
                        ? isolation.get().call(() -> mock.delay(call.remaining()))
                        : mock.delay(call.remaining()));
    }

    CompletionStage<DelayResponse> delayAsync(DelayRequest request, CallContext call) {
        return mock.delayAsync(call.remaining()).thenApply(MockHandler::response);
    }

    private static DelayResponse response(long nanos) {
        return DelayResponse.newBuilder().setDelayNanos(nanos).build();
    }
}
