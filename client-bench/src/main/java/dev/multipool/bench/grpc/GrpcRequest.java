package dev.multipool.bench.grpc;

import com.google.protobuf.Message;
import dev.multipool.bench.message.DescribedRequest;
import dev.multipool.bench.plan.Template;
import dev.multipool.bench.template.ValueSource;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * One request of a plan. Safe for all threads; the values that it is given are not.
 *
 * @param described its messages
 * @param method as grpc-java calls it
 * @param headers its metadata
 * @param used where its values stand among all of the plan
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record GrpcRequest(
        DescribedRequest described, MethodDescriptor<Message, Message> method, List<Header> headers, int[] used) {
    /** @param names of all placeholders of the plan, whose values come in this order */
    static GrpcRequest of(DescribedRequest described, List<String> names) {
        List<Header> headers = new ArrayList<>();
        described
                .asked()
                .headers()
                .forEach((name, value) -> headers.add(Header.of(name, Template.parse(value), names)));
        return new GrpcRequest(
                described,
                MethodDescriptor.<Message, Message>newBuilder()
                        .setType(MethodDescriptor.MethodType.UNARY)
                        .setFullMethodName(described.asked().method())
                        .setRequestMarshaller(Marshallers.request())
                        .setResponseMarshaller(Marshallers.response(
                                described.method().getOutputType(),
                                described.check().isNeeded()))
                        .build(),
                headers,
                described.asked().placeholders().stream()
                        .sorted()
                        .mapToInt(names::indexOf)
                        .toArray());
    }

    void draw(ValueSource[] values) {
        for (int value : used) {
            values[value].draw();
        }
    }

    Metadata metadata(ValueSource[] values) {
        Metadata metadata = new Metadata();
        for (Header header : headers) {
            metadata.put(header.key(), header.text(values));
        }
        return metadata;
    }

    /** One entry of the metadata. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Header(Metadata.Key<String> key, List<String> texts, int[] values) {
        static Header of(String name, Template template, List<String> names) {
            return new Header(
                    Metadata.Key.of(name, Metadata.ASCII_STRING_MARSHALLER),
                    template.texts(),
                    template.names().stream().mapToInt(names::indexOf).toArray());
        }

        String text(ValueSource[] drawn) {
            if (values.length == 0) {
                return texts.get(0);
            }
            StringBuilder text = new StringBuilder(texts.get(0));
            IntStream.range(0, values.length)
                    .forEach(i -> text.append(drawn[values[i]].text()).append(texts.get(i + 1)));
            return text.toString();
        }
    }
}
