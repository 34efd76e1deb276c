package dev.multipool.rpc.server;

import com.google.protobuf.Parser;
import dev.multipool.rpc.protocol.RpcErrorCode;
import dev.multipool.rpc.protocol.RpcException;
import dev.multipool.rpc.protocol.RpcFrame;
import dev.multipool.rpc.protocol.payload.PayloadException;
import dev.multipool.rpc.protocol.payload.Payloads;

/** Reads request messages out of received frames. */
final class Requests {
    private Requests() {}

    /**
     * The message in a request's payload; the frame may be released afterwards.
     *
     * @param maxBytes largest message, unpacked
     * @throws RpcException EREQUEST when there is none
     */
    static <T> T read(String method, Parser<T> parser, RpcFrame frame, int maxBytes) {
        try {
            return Payloads.read(frame, parser, maxBytes);
        } catch (PayloadException e) {
            throw new RpcException(RpcErrorCode.EREQUEST, method + ": request " + e.getMessage());
        }
    }
}
