package dev.multipool.user;

import dev.multipool.rpc.protocol.RpcMethod;
import dev.multipool.user.v1.FindUserInfoRequest;
import dev.multipool.user.v1.FindUserInfoResponse;
import dev.multipool.user.v1.StoredUserInfoResponse;
import dev.multipool.user.v1.UserProto;

/** The methods of {@code multipool.user.v1.UserService}, for handlers and for callers. */
public final class UserServiceMethods {
    /** Looks a user up by id; an absent user is an answer with {@code found = false}. */
    public static final RpcMethod<FindUserInfoRequest, FindUserInfoResponse> FIND_USER_INFO = RpcMethod.of(
            UserProto.getDescriptor().findServiceByName("UserService"),
            "findUserInfo",
            FindUserInfoRequest.getDefaultInstance(),
            FindUserInfoResponse.getDefaultInstance());

    /** The same for a server that has the user as bytes: it says the same on the wire without parsing them. */
    public static final RpcMethod<FindUserInfoRequest, StoredUserInfoResponse> FIND_STORED_USER_INFO = new RpcMethod<>(
            FIND_USER_INFO.serviceName(),
            FIND_USER_INFO.shortServiceName(),
            FIND_USER_INFO.methodName(),
            FIND_USER_INFO.requestParser(),
            StoredUserInfoResponse.parser());

    private UserServiceMethods() {}
}
