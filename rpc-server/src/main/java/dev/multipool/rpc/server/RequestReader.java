package dev.multipool.rpc.server;

import com.google.protobuf.Message;
import dev.multipool.rpc.protocol.RpcErrorCode;
import dev.multipool.rpc.protocol.RpcException;
import dev.multipool.rpc.protocol.RpcFrame;
import dev.multipool.rpc.protocol.RpcMethod;
import dev.multipool.rpc.protocol.payload.PayloadException;
import dev.multipool.rpc.protocol.payload.Payloads;
import java.util.Objects;

/** Reads request messages out of received frames. */
final class RequestReader {
    private RequestReader() {}

    /**
     * Reads the message out of the call's request, which is released. Its attachment goes to the call.
     *
     * @throws RpcException EREQUEST when there is none
     */
    static <T extends Message> T read(RpcMethod<T, ?> method, CallContext call, Reply reply) {
        RpcFrame frame = reply.takeRequest();
        try {
            call.takeAttachment(frame);
            return Objects.requireNonNull(
                    Payloads.read(frame, method.requestParser(), reply.maxBodyBytes()), "the parser returned null");
        } catch (PayloadException e) {
            throw new RpcException(RpcErrorCode.EREQUEST, call.method() + ": request " + e.getMessage());
        } finally {
            frame.release();
        }
    }
}
