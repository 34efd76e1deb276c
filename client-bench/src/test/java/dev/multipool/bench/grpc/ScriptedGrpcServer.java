package dev.multipool.bench.grpc;

import com.google.protobuf.Descriptors;
import com.google.protobuf.DynamicMessage;
import dev.multipool.bench.message.Schema;
import dev.multipool.bench.message.Shop;
import io.grpc.Attributes;
import io.grpc.Context;
import io.grpc.Contexts;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.ServerInterceptors;
import io.grpc.ServerServiceDefinition;
import io.grpc.ServerTransportFilter;
import io.grpc.ServiceDescriptor;
import io.grpc.Status;
import io.grpc.netty.GrpcSslContexts;
import io.grpc.netty.NettyServerBuilder;
import io.grpc.protobuf.ProtoFileDescriptorSupplier;
import io.grpc.protobuf.ProtoUtils;
import io.grpc.protobuf.services.ProtoReflectionService;
import io.grpc.protobuf.services.ProtoReflectionServiceV1;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import io.netty.pkitesting.X509Bundle;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A shop of grpc-java that answers as a test says. */
public final class ScriptedGrpcServer implements AutoCloseable {
    private static final Context.Key<Metadata> HEADERS = Context.key("headers");
    private static final int KEPT = 10_000;

    private final Descriptors.MethodDescriptor find = Shop.schema().method(Shop.FIND);
    private final Script script;
    private final AtomicInteger connections = new AtomicInteger();
    private final AtomicInteger requests = new AtomicInteger();
    private final Queue<Asked> kept = new ConcurrentLinkedQueue<>();
    private final Server server;
    private final int port;

    @SuppressWarnings("deprecation") // older servers have the older reflection alone
    private ScriptedGrpcServer(Script script, Reflecting reflecting, @Nullable X509Bundle certificate, int wantedPort)
            throws Exception {
        this.script = script;
        NettyServerBuilder builder = NettyServerBuilder.forAddress(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), wantedPort))
                .addService(ServerInterceptors.intercept(service(), new HeaderKeeper()))
                .addTransportFilter(new ServerTransportFilter() {
                    @Override
                    public Attributes transportReady(Attributes attributes) {
                        connections.incrementAndGet();
                        return attributes;
                    }
                });
        if (certificate != null) {
            builder.sslContext(GrpcSslContexts.configure(
                            io.netty.handler.ssl.SslContextBuilder.forServer(certificate.toKeyManagerFactory()))
                    .build());
        }
        switch (reflecting) {
            case V1 -> builder.addService(ProtoReflectionServiceV1.newInstance());
            case V1_ALPHA -> builder.addService(ProtoReflectionService.newInstance());
            case NOT -> {}
        }
        this.server = builder.build().start();
        this.port = server.getPort();
    }

    /** Which reflection it has. */
    public enum Reflecting {
        V1,
        V1_ALPHA,
        NOT
    }

    /** Answers, or does not. */
    @FunctionalInterface
    public interface Script {
        void answer(Asked asked, StreamObserver<DynamicMessage> answer) throws Exception;
    }

    /**
     * A request that came.
     *
     * @param number of the request, from 1 on
     */
    public record Asked(int number, DynamicMessage message, Metadata headers) {
        public Object field(String name) {
            return message.getField(message.getDescriptorForType().findFieldByName(name));
        }

        @Nullable
        String header(String name) {
            return headers.get(Metadata.Key.of(name, Metadata.ASCII_STRING_MARSHALLER));
        }
    }

    public static ScriptedGrpcServer start(Script script) throws Exception {
        return start(script, Reflecting.NOT);
    }

    public static ScriptedGrpcServer start(Script script, Reflecting reflecting) throws Exception {
        return new ScriptedGrpcServer(script, reflecting, null, 0);
    }

    static ScriptedGrpcServer startTls(Script script, X509Bundle certificate) throws Exception {
        return new ScriptedGrpcServer(script, Reflecting.NOT, certificate, 0);
    }

    /** Answers each request with the id that was asked for. */
    public static Script echo() {
        return (asked, answer) -> answer(asked, answer, (long) asked.field("id"));
    }

    static void answer(Asked asked, StreamObserver<DynamicMessage> answer, long id) {
        Descriptors.Descriptor product =
                asked.message().getDescriptorForType().getFile().findMessageTypeByName("Product");
        answer.onNext(DynamicMessage.newBuilder(product)
                .setField(product.findFieldByName("id"), id)
                .setField(product.findFieldByName("name"), "lamp")
                .build());
        answer.onCompleted();
    }

    public static Script failing(Status status) {
        return (asked, answer) -> answer.onError(status.asRuntimeException());
    }

    private ServerServiceDefinition service() {
        Schema schema = Shop.schema();
        MethodDescriptor<DynamicMessage, DynamicMessage> method =
                MethodDescriptor.<DynamicMessage, DynamicMessage>newBuilder()
                        .setType(MethodDescriptor.MethodType.UNARY)
                        .setFullMethodName(Shop.FIND)
                        .setRequestMarshaller(
                                ProtoUtils.marshaller(DynamicMessage.getDefaultInstance(find.getInputType())))
                        .setResponseMarshaller(
                                ProtoUtils.marshaller(DynamicMessage.getDefaultInstance(find.getOutputType())))
                        .build();
        ProtoFileDescriptorSupplier file = () -> schema.method(Shop.FIND).getFile();
        return ServerServiceDefinition.builder(ServiceDescriptor.newBuilder("shop.Shop")
                        .setSchemaDescriptor(file)
                        .addMethod(method)
                        .build())
                .addMethod(method, ServerCalls.asyncUnaryCall(this::serve))
                .build();
    }

    private void serve(DynamicMessage message, StreamObserver<DynamicMessage> answer) {
        Asked asked = new Asked(requests.incrementAndGet(), message, HEADERS.get());
        if (asked.number() <= KEPT) {
            kept.add(asked);
        }
        try {
            script.answer(asked, answer);
        } catch (Exception e) {
            answer.onError(e);
        }
    }

    public int port() {
        return port;
    }

    int connections() {
        return connections.get();
    }

    int requests() {
        return requests.get();
    }

    List<Asked> kept() {
        return List.copyOf(kept);
    }

    /** It dies: its connections break. */
    void die() {
        server.shutdownNow();
    }

    /** Another one in place of a dead one. */
    ScriptedGrpcServer restart(Script other) throws Exception {
        server.awaitTermination(10, TimeUnit.SECONDS);
        IOException last = null;
        for (int i = 0; i < 50; i++) {
            try {
                return new ScriptedGrpcServer(other, Reflecting.NOT, null, port);
            } catch (IOException e) {
                // the port is not free yet
                last = e;
                Thread.sleep(20);
            }
        }
        throw new IOException(last);
    }

    @Override
    public void close() {
        server.shutdownNow();
    }

    private static final class HeaderKeeper implements ServerInterceptor {
        @Override
        public <Q, R> ServerCall.Listener<Q> interceptCall(
                ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
            return Contexts.interceptCall(Context.current().withValue(HEADERS, headers), call, headers, next);
        }
    }
}
