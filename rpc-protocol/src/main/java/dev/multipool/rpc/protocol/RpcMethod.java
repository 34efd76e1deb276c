package dev.multipool.rpc.protocol;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.MethodDescriptor;
import com.google.protobuf.Descriptors.ServiceDescriptor;
import com.google.protobuf.Message;
import com.google.protobuf.Parser;

/**
 * One method of a Protobuf service with its request and response types. Both ends share it: the server registers a
 * handler for it, the client calls it.
 *
 * @param <ReqT> the request message
 * @param <ResT> the response message
 * @param serviceName the full service name, {@code package.Service}
 * @param shortServiceName the service name without its package; older clients send this one
 * @param methodName the method's name as the .proto file spells it
 * @param requestParser reads a request payload
 * @param responseParser reads a response payload
 */
public record RpcMethod<ReqT extends Message, ResT extends Message>(
        String serviceName,
        String shortServiceName,
        String methodName,
        Parser<ReqT> requestParser,
        Parser<ResT> responseParser) {

    /**
     * Describes a method from its generated descriptor.
     *
     * @throws IllegalArgumentException when the service has no such method, when it streams, or when a message type is
     *     not the one that the descriptor declares
     */
    @SuppressWarnings("unchecked") // a message's parser parses that message's own type
    public static <ReqT extends Message, ResT extends Message> RpcMethod<ReqT, ResT> of(
            ServiceDescriptor service, String methodName, ReqT request, ResT response) {
        MethodDescriptor method = service.findMethodByName(methodName);
        if (method == null) {
            throw new IllegalArgumentException("methodName: " + methodName + " (expected: one of "
                    + service.getMethods().stream()
                            .map(MethodDescriptor::getName)
                            .toList()
                    + " of " + service.getFullName() + ")");
        }
        if (method.isClientStreaming() || method.isServerStreaming()) {
            throw new IllegalArgumentException(method.getFullName() + ": streams (expected: a unary method)");
        }
        requireType("request", request, method.getInputType());
        requireType("response", response, method.getOutputType());
        return new RpcMethod<>(
                service.getFullName(),
                service.getName(),
                methodName,
                (Parser<ReqT>) request.getParserForType(),
                (Parser<ResT>) response.getParserForType());
    }

    private static void requireType(String what, Message message, Descriptor expected) {
        if (message.getDescriptorForType() != expected) {
            throw new IllegalArgumentException(what + ": "
                    + message.getDescriptorForType().getFullName() + " (expected: " + expected.getFullName() + ")");
        }
    }

    /** The name that people read in logs and reports: {@code package.Service/method}. */
    public String fullName() {
        return serviceName + "/" + methodName;
    }
}
