package dev.multipool.bench.baidustd;

import com.google.protobuf.DynamicMessage;
import dev.multipool.bench.message.DescribedRequest;
import dev.multipool.rpc.protocol.RpcMethod;
import java.util.List;

/**
 * A request of a plan with the method that a channel calls.
 *
 * @param request its messages
 * @param method as a channel calls it
 * @param used where its values stand among all of the plan
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record DescribedMethod(DescribedRequest request, RpcMethod<DynamicMessage, DynamicMessage> method, int[] used) {
    /** @param names of all placeholders of the plan, whose values come in this order */
    static DescribedMethod of(DescribedRequest request, List<String> names) {
        return new DescribedMethod(
                request,
                RpcMethod.of(
                        request.method().getService(),
                        request.method().getName(),
                        DynamicMessage.getDefaultInstance(request.method().getInputType()),
                        DynamicMessage.getDefaultInstance(request.method().getOutputType())),
                request.asked().placeholders().stream()
                        .sorted()
                        .mapToInt(names::indexOf)
                        .toArray());
    }
}
