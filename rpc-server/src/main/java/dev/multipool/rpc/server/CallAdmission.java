package dev.multipool.rpc.server;

import dev.multipool.rpc.server.limits.CallDoor;
import dev.multipool.rpc.server.limits.CallRejection;
import dev.multipool.rpc.server.limits.InFlightLimit;
import dev.multipool.rpc.server.limits.RejectionCounts;
import dev.multipool.rpc.server.limits.ServerLimits;
import io.netty.channel.Channel;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Lets calls through a server's limits, or refuses them with the reason. In dark mode a refusal is only counted.
 *
 * <p><b>Threads</b>: any; never blocks.
 */
final class CallAdmission {
    private final ServerLimits limits;
    private final RejectionCounts rejections;

    CallAdmission(ServerLimits limits, RejectionCounts rejections) {
        this.limits = limits;
        this.rejections = rejections;
    }

    /**
     * Requires that the server has room for one more call, and that its connection takes answers.
     *
     * @throws dev.multipool.rpc.protocol.RpcException when not
     */
    void requireRoom(Channel connection, boolean withinServerLimit) {
        if (!withinServerLimit) {
            reject(CallRejection.SERVER_FULL, () -> "server full (" + limits.maxCallsInFlight() + " calls in flight)");
        }
        if (!connection.isWritable()) {
            reject(
                    CallRejection.CROWDED,
                    () -> "more than " + limits.maxUnsentBytes() + " bytes wait unsent on this connection");
        }
    }

    /**
     * Passes the method's door; returns null when it has none, or the call goes on without it in dark mode.
     *
     * @throws dev.multipool.rpc.protocol.RpcException when the door lets no more calls in
     */
    CallDoor.@Nullable Admitted passDoor(MethodEntry method, long arrivedNanos) {
        CallDoor door = method.door();
        if (door == null) {
            return null;
        }
        CallDoor.Admitted admitted = door.tryAdmit(arrivedNanos);
        if (admitted == null) {
            reject(CallRejection.ADMISSION_FULL, door::describeLimit);
        }
        return admitted;
    }

    /**
     * Counts a call into its method's limit, and requires that it is within.
     *
     * @throws dev.multipool.rpc.protocol.RpcException when not; the call is counted in all the same
     */
    void enter(InFlightLimit limit, MethodEntry method) {
        if (!limit.enter()) {
            reject(
                    CallRejection.METHOD_FULL,
                    () -> method.binding().method().fullName() + " full (" + limit.max() + " calls in flight)");
        }
    }

    private void reject(CallRejection reason, Supplier<String> text) {
        if (limits.darkMode()) {
            rejections.count(reason);
        } else {
            throw rejections.reject(reason, text.get());
        }
    }
}
