package dev.multipool.rivals;

import com.google.protobuf.InvalidProtocolBufferException;
import dev.multipool.perf.peers.contestant.RedisBytes;
import dev.multipool.user.v1.FindUserInfoRequest;
import dev.multipool.user.v1.FindUserInfoResponse;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.apache.dubbo.common.URL;
import org.apache.dubbo.common.stream.StreamObserver;
import org.apache.dubbo.rpc.Invoker;
import org.apache.dubbo.rpc.PathResolver;
import org.apache.dubbo.rpc.ServerService;
import org.apache.dubbo.rpc.StatusRpcException;
import org.apache.dubbo.rpc.TriRpcStatus;
import org.apache.dubbo.rpc.model.ServiceDescriptor;
import org.apache.dubbo.rpc.stub.StubInvoker;
import org.apache.dubbo.rpc.stub.UnaryStubMethodHandler;

/** The service as Dubbo's generator would make it: calls come without reflection. */
record DubboUsers(RedisBytes redis) implements DubboUserService, ServerService<DubboUserService> {
    @Override
    public FindUserInfoResponse findUserInfo(FindUserInfoRequest request) {
        try {
            return redis.find(request);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw unavailable(e);
        } catch (ExecutionException | TimeoutException | InvalidProtocolBufferException e) {
            throw unavailable(e);
        }
    }

    private static StatusRpcException unavailable(Exception cause) {
        return TriRpcStatus.UNAVAILABLE.withCause(cause).asException();
    }

    @Override
    public Invoker<DubboUserService> getInvoker(URL url) {
        url.getOrDefaultFrameworkModel()
                .getExtensionLoader(PathResolver.class)
                .getDefaultExtension()
                .addNativeStub("/" + NAME + "/" + FIND_USER_INFO);
        return new StubInvoker<>(
                this,
                url,
                DubboUserService.class,
                Map.of(
                        FIND_USER_INFO,
                        new UnaryStubMethodHandler<FindUserInfoRequest, FindUserInfoResponse>(this::answer)));
    }

    private void answer(FindUserInfoRequest request, StreamObserver<FindUserInfoResponse> answer) {
        answer.onNext(findUserInfo(request));
        answer.onCompleted();
    }

    @Override
    public ServiceDescriptor getServiceDescriptor() {
        return DubboUserService.descriptor();
    }
}
