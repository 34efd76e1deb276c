package dev.multipool.perf.peers.contestant;

import dev.multipool.user.v1.FindUserInfoRequest;
import dev.multipool.user.v1.FindUserInfoResponse;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.protobuf.ProtoUtils;

/** findUserInfo as grpc-java describes it; written out, since one method needs no generated stub. */
final class GrpcUserService {
    static final String NAME = "multipool.user.v1.UserService";

    static final MethodDescriptor<FindUserInfoRequest, FindUserInfoResponse> FIND_USER_INFO =
            MethodDescriptor.<FindUserInfoRequest, FindUserInfoResponse>newBuilder()
                    .setType(MethodType.UNARY)
                    .setFullMethodName(MethodDescriptor.generateFullMethodName(NAME, "findUserInfo"))
                    .setRequestMarshaller(ProtoUtils.marshaller(FindUserInfoRequest.getDefaultInstance()))
                    .setResponseMarshaller(ProtoUtils.marshaller(FindUserInfoResponse.getDefaultInstance()))
                    .build();

    private GrpcUserService() {}
}
