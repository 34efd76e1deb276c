package dev.multipool.rpc.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.google.protobuf.Descriptors.ServiceDescriptor;
import dev.multipool.user.UserServiceMethods;
import dev.multipool.user.v1.FindUserInfoRequest;
import dev.multipool.user.v1.FindUserInfoResponse;
import dev.multipool.user.v1.UserProto;
import org.junit.jupiter.api.Test;

class RpcMethodTest {
    private static final ServiceDescriptor USER_SERVICE =
            UserProto.getDescriptor().findServiceByName("UserService");

    @Test
    void of_aGeneratedService_knowsItsNames() {
        assertThat(UserServiceMethods.FIND_USER_INFO.fullName())
                .isEqualTo("multipool.user.v1.UserService/findUserInfo");
        assertThat(UserServiceMethods.FIND_USER_INFO.shortServiceName()).isEqualTo("UserService");
    }

    @Test
    void of_anUnknownMethod_namesTheKnownOnes() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RpcMethod.of(
                        USER_SERVICE,
                        "findUser",
                        FindUserInfoRequest.getDefaultInstance(),
                        FindUserInfoResponse.getDefaultInstance()))
                .withMessage("methodName: findUser (expected: one of [findUserInfo] of multipool.user.v1.UserService)");
    }

    @Test
    void of_aWrongMessageType_namesTheDeclaredOne() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RpcMethod.of(
                        USER_SERVICE,
                        "findUserInfo",
                        FindUserInfoResponse.getDefaultInstance(),
                        FindUserInfoResponse.getDefaultInstance()))
                .withMessageContaining("expected: multipool.user.v1.FindUserInfoRequest");
    }
}
