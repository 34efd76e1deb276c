package dev.multipool.bench.grpc;

import dev.multipool.bench.plan.LoadPlan;
import dev.multipool.bench.socket.Address;
import dev.multipool.pools.NanoClock;
import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ConnectivityState;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.reflection.v1.ServerReflectionRequest;
import io.grpc.reflection.v1.ServerReflectionResponse;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Waits for a channel's first connection. */
final class ChannelOpening {
    private final ManagedChannel channel;
    private final CompletableFuture<ConnectivityState> opened = new CompletableFuture<>();

    private ChannelOpening(ManagedChannel channel) {
        this.channel = channel;
    }

    /** Begins to connect. */
    static ChannelOpening of(ManagedChannel channel) {
        ChannelOpening opening = new ChannelOpening(channel);
        opening.look();
        return opening;
    }

    private void look() {
        ConnectivityState state = channel.getState(true);
        switch (state) {
            case READY, TRANSIENT_FAILURE, SHUTDOWN -> opened.complete(state);
            default -> channel.notifyWhenStateChanged(state, this::look);
        }
    }

    void await(LoadPlan plan, long deadlineNanos) {
        try {
            ConnectivityState state =
                    opened.get(Math.max(0, deadlineNanos - NanoClock.system().nanoTime()), TimeUnit.NANOSECONDS);
            if (state != ConnectivityState.READY) {
                Status status = whyNot().get(
                                Math.max(0, deadlineNanos - NanoClock.system().nanoTime()), TimeUnit.NANOSECONDS);
                throw Address.unreachable(plan, reason(status), status.asException());
            }
        } catch (ExecutionException e) {
            throw Address.unreachable(plan, String.valueOf(e.getCause()), e);
        } catch (TimeoutException e) {
            throw Address.unreachable(plan, "not connected in time", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw Address.unreachable(plan, "interrupted", e);
        }
    }

    /** A channel tells only its calls why it has no connection. */
    private CompletableFuture<Status> whyNot() {
        CompletableFuture<Status> why = new CompletableFuture<>();
        ClientCall<ServerReflectionRequest, ServerReflectionResponse> call =
                channel.newCall(Reflection.METHOD, CallOptions.DEFAULT);
        call.start(
                new ClientCall.Listener<>() {
                    @Override
                    public void onClose(Status status, Metadata trailers) {
                        why.complete(status);
                    }
                },
                new Metadata());
        return why;
    }

    private static String reason(Status status) {
        Throwable cause = status.getCause();
        return cause != null && cause.getMessage() != null
                ? cause.getMessage()
                : String.valueOf(status.getDescription());
    }
}
