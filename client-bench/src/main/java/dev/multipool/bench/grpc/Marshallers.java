package dev.multipool.bench.grpc;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.Message;
import io.grpc.Drainable;
import io.grpc.KnownLength;
import io.grpc.MethodDescriptor.Marshaller;
import io.grpc.Status;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/** How messages that are known by their descriptors alone become bytes, and back. */
final class Marshallers {
    private Marshallers() {}

    static Marshaller<Message> request() {
        return new Marshaller<>() {
            @Override
            public InputStream stream(Message message) {
                return new Bytes(message.toByteArray());
            }

            @Override
            public Message parse(InputStream bytes) {
                throw new UnsupportedOperationException("a client reads no requests");
            }
        };
    }

    /** @param parsed whether anybody looks at the answer; else it is the empty one, whatever came */
    static Marshaller<Message> response(Descriptor type, boolean parsed) {
        DynamicMessage empty = DynamicMessage.getDefaultInstance(type);
        return new Marshaller<>() {
            @Override
            public InputStream stream(Message message) {
                throw new UnsupportedOperationException("a client writes no answers");
            }

            @Override
            public Message parse(InputStream bytes) {
                if (!parsed) {
                    return empty;
                }
                try {
                    return DynamicMessage.parseFrom(type, bytes);
                } catch (IOException e) {
                    throw Status.INTERNAL
                            .withDescription("no " + type.getFullName())
                            .withCause(e)
                            .asRuntimeException();
                }
            }
        };
    }

    /** Bytes that grpc-java need not copy to know their number. */
    private static final class Bytes extends ByteArrayInputStream implements KnownLength, Drainable {
        Bytes(byte[] all) {
            super(all);
        }

        @Override
        public int drainTo(OutputStream target) throws IOException {
            int length = available();
            target.write(buf, pos, length);
            pos = count;
            return length;
        }
    }
}
