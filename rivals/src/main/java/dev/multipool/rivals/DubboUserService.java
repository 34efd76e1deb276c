package dev.multipool.rivals;

import dev.multipool.user.v1.FindUserInfoRequest;
import dev.multipool.user.v1.FindUserInfoResponse;
import org.apache.dubbo.rpc.model.DubboStub;
import org.apache.dubbo.rpc.model.MethodDescriptor.RpcType;
import org.apache.dubbo.rpc.model.ServiceDescriptor;
import org.apache.dubbo.rpc.model.StubMethodDescriptor;
import org.apache.dubbo.rpc.model.StubServiceDescriptor;

/** findUserInfo as Dubbo describes it to itself; written out, since one method needs no generated stub. */
interface DubboUserService extends DubboStub {
    String NAME = "multipool.user.v1.UserService";
    String FIND_USER_INFO = "findUserInfo";

    FindUserInfoResponse findUserInfo(FindUserInfoRequest request);

    static ServiceDescriptor descriptor() {
        StubServiceDescriptor service = new StubServiceDescriptor(NAME, DubboUserService.class);
        service.addMethod(new StubMethodDescriptor(
                FIND_USER_INFO,
                FindUserInfoRequest.class,
                FindUserInfoResponse.class,
                RpcType.UNARY,
                message -> ((FindUserInfoRequest) message).toByteArray(),
                message -> ((FindUserInfoResponse) message).toByteArray(),
                FindUserInfoRequest::parseFrom,
                FindUserInfoResponse::parseFrom));
        return service;
    }
}
