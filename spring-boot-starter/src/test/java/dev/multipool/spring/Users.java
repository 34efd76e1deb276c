package dev.multipool.spring;

import static dev.multipool.user.UserServiceMethods.FIND_USER_INFO;

import dev.multipool.user.v1.FindUserInfoRequest;
import dev.multipool.user.v1.FindUserInfoResponse;
import dev.multipool.user.v1.UserInfo;
import java.util.concurrent.CountDownLatch;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** An application's part: a handler that answers, about the user 0 only when it is told to. */
@Configuration(proxyBeanMethods = false)
class Users {
    final CountDownLatch entered = new CountDownLatch(1);
    final CountDownLatch released = new CountDownLatch(1);

    @Bean
    RpcRegistration findUserInfo() {
        return RpcRegistration.blocking(FIND_USER_INFO, "business", (request, call) -> find(request))
                .maxInFlight(20);
    }

    private FindUserInfoResponse find(FindUserInfoRequest request) throws InterruptedException {
        if (request.getUserId() == 0) {
            entered.countDown();
            released.await();
        }
        return FindUserInfoResponse.newBuilder()
                .setFound(true)
                .setUser(UserInfo.newBuilder().setId(request.getUserId()).setName("Ada"))
                .build();
    }
}
