package dev.multipool.laboratory.check;

import dev.multipool.user.v1.FindUserInfoRequest;
import dev.multipool.user.v1.FindUserInfoResponse;
import dev.multipool.user.v1.UserInfo;
import io.grpc.MethodDescriptor;
import io.grpc.ServerServiceDefinition;
import io.grpc.ServiceDescriptor;
import io.grpc.Status;
import io.grpc.netty.NettyServerBuilder;
import io.grpc.protobuf.ProtoFileDescriptorSupplier;
import io.grpc.protobuf.ProtoUtils;
import io.grpc.protobuf.services.ProtoReflectionServiceV1;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/** findUserInfo by gRPC: {@code grpc} with reflection, {@code grpc-silent} without; of user 404 there is none. */
final class SmallGrpc {
    static final String SERVICE = "multipool.user.v1.UserService";

    private SmallGrpc() {}

    static void start(String mode, int port) throws IOException {
        MethodDescriptor<FindUserInfoRequest, FindUserInfoResponse> find =
                MethodDescriptor.<FindUserInfoRequest, FindUserInfoResponse>newBuilder()
                        .setType(MethodDescriptor.MethodType.UNARY)
                        .setFullMethodName(SERVICE + "/findUserInfo")
                        .setRequestMarshaller(ProtoUtils.marshaller(FindUserInfoRequest.getDefaultInstance()))
                        .setResponseMarshaller(ProtoUtils.marshaller(FindUserInfoResponse.getDefaultInstance()))
                        .build();
        ProtoFileDescriptorSupplier file =
                () -> FindUserInfoRequest.getDescriptor().getFile();
        NettyServerBuilder server = NettyServerBuilder.forAddress(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), port))
                .addService(ServerServiceDefinition.builder(ServiceDescriptor.newBuilder(SERVICE)
                                .setSchemaDescriptor(file)
                                .addMethod(find)
                                .build())
                        .addMethod(find, ServerCalls.asyncUnaryCall(SmallGrpc::find))
                        .build());
        if (!mode.equals("grpc-silent")) {
            server.addService(ProtoReflectionServiceV1.newInstance());
        }
        server.build().start();
    }

    private static void find(FindUserInfoRequest request, StreamObserver<FindUserInfoResponse> answer) {
        if (request.getUserId() == 404) {
            answer.onError(Status.NOT_FOUND.asRuntimeException());
            return;
        }
        answer.onNext(FindUserInfoResponse.newBuilder()
                .setUser(UserInfo.newBuilder().setId(request.getUserId()))
                .build());
        answer.onCompleted();
    }
}
