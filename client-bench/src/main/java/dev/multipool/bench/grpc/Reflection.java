package dev.multipool.bench.grpc;

import com.google.protobuf.ByteString;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.multipool.bench.message.Schema;
import dev.multipool.bench.message.SchemaException;
import dev.multipool.bench.message.SchemaException.Problem;
import dev.multipool.bench.plan.MethodCalls;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.reflection.v1.ServerReflectionGrpc;
import io.grpc.reflection.v1.ServerReflectionRequest;
import io.grpc.reflection.v1.ServerReflectionResponse;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Asks a server to describe its services: by version 1 of gRPC's reflection, else by v1alpha, which differs in its name. */
final class Reflection {
    static final MethodDescriptor<ServerReflectionRequest, ServerReflectionResponse> METHOD =
            ServerReflectionGrpc.getServerReflectionInfoMethod();

    private static final MethodDescriptor<ServerReflectionRequest, ServerReflectionResponse> ALPHA = METHOD.toBuilder()
            .setFullMethodName("grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo")
            .build();

    private final Channel channel;
    private final Duration timeout;
    private MethodDescriptor<ServerReflectionRequest, ServerReflectionResponse> method = METHOD;

    private Reflection(Channel channel, Duration timeout) {
        this.channel = channel;
        this.timeout = timeout;
    }

    /**
     * Asks for the services of some calls.
     *
     * @throws SchemaException when the server has no reflection, or does not know a service
     */
    static Schema of(Channel channel, MethodCalls calls, Duration timeout) {
        Reflection reflection = new Reflection(channel, timeout);
        Map<String, FileDescriptorProto> files = new LinkedHashMap<>();
        Deque<String> missing = new ArrayDeque<>();
        Set<String> services = new HashSet<>();
        for (MethodCalls.Request request : calls.requests()) {
            if (services.add(request.service())) {
                reflection.ask(
                        ServerReflectionRequest.newBuilder().setFileContainingSymbol(request.service()),
                        "service " + request.service(),
                        files,
                        missing);
            }
        }
        while (!missing.isEmpty()) {
            String name = missing.remove();
            if (!files.containsKey(name)) {
                reflection.ask(ServerReflectionRequest.newBuilder().setFileByFilename(name), name, files, missing);
            }
        }
        return Schema.of(files.values());
    }

    private void ask(
            ServerReflectionRequest.Builder question,
            String subject,
            Map<String, FileDescriptorProto> files,
            Deque<String> missing) {
        ServerReflectionResponse answer = answer(question.build());
        if (!answer.hasFileDescriptorResponse()) {
            throw new SchemaException(
                    Problem.NO_SERVICE, subject + " is not known to the server's reflection", "one of its services");
        }
        try {
            for (ByteString bytes : answer.getFileDescriptorResponse().getFileDescriptorProtoList()) {
                FileDescriptorProto file = FileDescriptorProto.parseFrom(bytes);
                files.put(file.getName(), file);
                missing.addAll(file.getDependencyList());
            }
        } catch (InvalidProtocolBufferException e) {
            throw new SchemaException(Problem.NO_DESCRIPTORS, "reflection: no descriptor of " + subject, "one", e);
        }
    }

    private ServerReflectionResponse answer(ServerReflectionRequest question) {
        Answer answer = call(question);
        if (answer.status().getCode() == Status.Code.UNIMPLEMENTED && method == METHOD) {
            method = ALPHA;
            answer = call(question);
        }
        if (answer.response() != null) {
            return answer.response();
        }
        throw new SchemaException(
                Problem.NO_REFLECTION,
                "reflection: " + answer.status().getCode(),
                "a server with gRPC's reflection service, or a file of descriptors",
                answer.status().asException());
    }

    private Answer call(ServerReflectionRequest question) {
        CompletableFuture<Answer> answered = new CompletableFuture<>();
        ClientCall<ServerReflectionRequest, ServerReflectionResponse> call =
                channel.newCall(method, CallOptions.DEFAULT.withDeadlineAfter(timeout.toNanos(), TimeUnit.NANOSECONDS));
        call.start(new OneAnswer(answered), new Metadata());
        call.request(1);
        call.sendMessage(question);
        call.halfClose();
        try {
            return answered.get(2 * timeout.toNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException | TimeoutException e) {
            return new Answer(null, Status.DEADLINE_EXCEEDED);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Answer(null, Status.CANCELLED);
        } finally {
            call.cancel("no more is needed", null);
        }
    }

    private record Answer(@Nullable ServerReflectionResponse response, Status status) {}

    private static final class OneAnswer extends ClientCall.Listener<ServerReflectionResponse> {
        private final CompletableFuture<Answer> answered;

        OneAnswer(CompletableFuture<Answer> answered) {
            this.answered = answered;
        }

        @Override
        public void onMessage(ServerReflectionResponse message) {
            answered.complete(new Answer(message, Status.OK));
        }

        @Override
        public void onClose(Status status, Metadata trailers) {
            answered.complete(new Answer(null, status));
        }
    }
}
