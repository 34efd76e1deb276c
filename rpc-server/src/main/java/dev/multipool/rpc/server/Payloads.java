package dev.multipool.rpc.server;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Parser;
import dev.multipool.rpc.protocol.RpcErrorCode;
import dev.multipool.rpc.protocol.RpcException;
import io.netty.buffer.ByteBuf;

/** Reads request messages from received bytes. */
final class Payloads {
    private Payloads() {}

    /**
     * The message in a payload; the bytes are copied into the message's own fields, so the payload may be released.
     *
     * @throws RpcException EREQUEST when the bytes are no such message
     */
    static <T> T parse(String method, Parser<T> parser, ByteBuf payload) {
        try {
            return parser.parseFrom(CodedInputStream.newInstance(payload.nioBuffer()));
        } catch (InvalidProtocolBufferException e) {
            throw new RpcException(
                    RpcErrorCode.EREQUEST,
                    method + ": request can't be parsed: " + e.getMessage() + " (expected: the request message)");
        }
    }
}
