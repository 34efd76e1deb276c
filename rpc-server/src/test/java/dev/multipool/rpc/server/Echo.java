package dev.multipool.rpc.server;

import dev.multipool.rpc.protocol.RpcMethod;
import dev.multipool.user.v1.UserInfo;

/** A made-up service whose messages are users: its methods answer as the test's handlers say. */
final class Echo {
    static final RpcMethod<UserInfo, UserInfo> BLOCKING = method("test.v1.Echo", "Echo", "blocking");
    static final RpcMethod<UserInfo, UserInfo> ASYNC = method("test.v1.Echo", "Echo", "async");

    private Echo() {}

    static RpcMethod<UserInfo, UserInfo> method(String service, String shortService, String name) {
        return new RpcMethod<>(service, shortService, name, UserInfo.parser(), UserInfo.parser());
    }

    static UserInfo user(long id) {
        return UserInfo.newBuilder().setId(id).setName("user " + id).build();
    }
}
