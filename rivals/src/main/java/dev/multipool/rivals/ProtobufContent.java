package dev.multipool.rivals;

import com.alipay.remoting.CustomSerializerManager;
import com.alipay.remoting.DefaultCustomSerializer;
import com.alipay.remoting.InvokeContext;
import com.alipay.remoting.exception.DeserializationException;
import com.alipay.remoting.rpc.RequestCommand;
import com.alipay.remoting.rpc.ResponseCommand;
import com.alipay.remoting.rpc.protocol.RpcRequestCommand;
import com.alipay.remoting.rpc.protocol.RpcResponseCommand;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.MessageLite;
import com.google.protobuf.Parser;
import dev.multipool.user.v1.FindUserInfoRequest;
import dev.multipool.user.v1.FindUserInfoResponse;

/** Puts messages of one class on SOFABolt's wire as their Protobuf bytes, where it would use Hessian. */
final class ProtobufContent extends DefaultCustomSerializer {
    static {
        // for good, as SOFABolt takes a class's serializer once
        CustomSerializerManager.registerCustomSerializer(
                FindUserInfoRequest.class.getName(), new ProtobufContent(FindUserInfoRequest.parser()));
        CustomSerializerManager.registerCustomSerializer(
                FindUserInfoResponse.class.getName(), new ProtobufContent(FindUserInfoResponse.parser()));
    }

    private final Parser<? extends MessageLite> parser;

    private ProtobufContent(Parser<? extends MessageLite> parser) {
        this.parser = parser;
    }

    /** Has SOFABolt use it for both messages of findUserInfo; again is no different from once. */
    static void register() {
        // the class is ready, and so is what it has registered
    }

    @Override
    public <T extends RequestCommand> boolean serializeContent(T request, InvokeContext context) {
        request.setContent(bytes(((RpcRequestCommand) request).getRequestObject()));
        return true;
    }

    @Override
    public <T extends ResponseCommand> boolean serializeContent(T response) {
        response.setContent(bytes(((RpcResponseCommand) response).getResponseObject()));
        return true;
    }

    @Override
    public <T extends RequestCommand> boolean deserializeContent(T request) throws DeserializationException {
        ((RpcRequestCommand) request).setRequestObject(message(request.getContent()));
        return true;
    }

    @Override
    public <T extends ResponseCommand> boolean deserializeContent(T response, InvokeContext context)
            throws DeserializationException {
        ((RpcResponseCommand) response).setResponseObject(message(response.getContent()));
        return true;
    }

    private static byte[] bytes(Object message) {
        return ((MessageLite) message).toByteArray();
    }

    private MessageLite message(byte[] content) throws DeserializationException {
        try {
            return parser.parseFrom(content);
        } catch (InvalidProtocolBufferException e) {
            throw new DeserializationException("no Protobuf", e);
        }
    }
}
