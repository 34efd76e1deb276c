package dev.multipool.rpc.server.app;

import com.google.protobuf.Message;
import dev.multipool.item.ItemServiceMethods;
import dev.multipool.mock.MockServiceMethods;
import dev.multipool.pools.NanoClock;
import dev.multipool.redis.ItemRepository;
import dev.multipool.redis.ItemSeeder;
import dev.multipool.redis.LettuceRepositories;
import dev.multipool.redis.RedisSettings;
import dev.multipool.redis.SeedProgress;
import dev.multipool.redis.UserInfoRepository;
import dev.multipool.redis.UserSeeder;
import dev.multipool.redis.source.RedisSource;
import dev.multipool.redis.source.RedisSourceSettings;
import dev.multipool.redis.source.RunningRedis;
import dev.multipool.rpc.protocol.FrameLimits;
import dev.multipool.rpc.protocol.RpcMethod;
import dev.multipool.rpc.server.AsyncHandler;
import dev.multipool.rpc.server.BlockingHandler;
import dev.multipool.rpc.server.RpcServer;
import dev.multipool.rpc.server.RpcServerBuilder;
import dev.multipool.rpc.server.app.items.CpuWork;
import dev.multipool.rpc.server.app.items.QueryItemsHandler;
import dev.multipool.rpc.server.app.mock.MockDependency;
import dev.multipool.rpc.server.app.settings.ExecutionModel;
import dev.multipool.rpc.server.app.settings.MethodSettings;
import dev.multipool.rpc.server.app.settings.ServerSettings;
import dev.multipool.user.UserServiceMethods;
import java.io.IOException;
import java.util.function.Consumer;

/** The composition root: the one place that knows which parts make the service. {@link Main} and the tests call it. */
public final class Wiring {
    private static final int MAX_META_BYTES = 64 << 10;

    private Wiring() {}

    /**
     * Starts everything: a Redis, its seeding where wanted, the repository, the server. What was started before a
     * failure is stopped again.
     *
     * @param seedProgress told now and then while users are written
     * @throws IOException when the server can't listen
     * @throws RuntimeException with a one-line message when there is no Redis as configured
     */
    public static UserService start(ServerSettings settings, Consumer<SeedProgress> seedProgress) throws IOException {
        RunningRedis redis = RedisSource.open(RedisSourceSettings.builder()
                .request(settings.redis().source())
                .image(settings.redis().image())
                .build());
        LettuceRepositories repository = null;
        RpcServer server = null;
        try {
            RedisSettings store = RedisSettings.builder(redis.uri())
                    .connectTimeout(settings.redis().connectTimeout())
                    .commandTimeout(settings.redis().commandTimeout())
                    .requestQueueSize(settings.redis().requestQueue())
                    .build();
            if (settings.redis().seedUsers() > 0) {
                new UserSeeder(store)
                        .seed(settings.redis().seedUsers(), settings.redis().seed(), seedProgress);
            }
            if (settings.redis().seedItems() > 0) {
                new ItemSeeder(store, settings.queryItems().queries())
                        .seed(settings.redis().seedItems(), settings.redis().seed(), seedProgress);
            }
            repository = LettuceRepositories.connect(store);
            server = newServer(settings, repository.users(), repository.items());
            server.start();
            return new UserService(redis, repository, server);
        } catch (Throwable t) {
            if (server != null) {
                server.close();
            }
            if (repository != null) {
                repository.close();
            }
            redis.close();
            throw t;
        }
    }

    /** The server with its pools and handlers over any repositories; it does not listen yet. */
    static RpcServer newServer(ServerSettings settings, UserInfoRepository users, ItemRepository items) {
        ServerSettings.Server server = settings.server();
        RpcServerBuilder builder = RpcServer.builder()
                .host(server.host())
                .port(server.port())
                .eventLoops(server.eventLoops())
                .frameLimits(new FrameLimits(server.maxBodyBytes(), Math.min(MAX_META_BYTES, server.maxBodyBytes())))
                .limits(settings.limits())
                .defaultDeadline(server.defaultDeadline())
                .drainTimeout(server.drainTimeout());
        settings.pools().values().forEach(builder::pool);
        settings.poolPlan().waits().forEach(wait -> builder.waits(wait.waiting(), wait.other()));
        bindMethods(builder, settings, users, items);
        return builder.build();
    }

    private static void bindMethods(
            RpcServerBuilder builder, ServerSettings settings, UserInfoRepository users, ItemRepository items) {
        FindUserInfoHandler user = new FindUserInfoHandler(users);
        bind(
                builder,
                UserServiceMethods.FIND_USER_INFO,
                settings.methods().findUserInfo(),
                user::find,
                user::findAsync);

        MockDependency mock =
                new MockDependency(settings.mock().delay(), settings.mock().seed());
        MockHandler delay = new MockHandler(mock);
        bind(builder, MockServiceMethods.DELAY, settings.methods().mockDelay(), delay::delay, delay::delayAsync);

        CpuWork cpu = settings.queryItems().usesCpu() ? CpuWork.calibrated(NanoClock.system()) : CpuWork.none();
        QueryItemsHandler item = new QueryItemsHandler(items, mock, cpu, settings.queryItems());
        MethodSettings method = settings.methods().queryItems();
        bind(
                builder,
                ItemServiceMethods.QUERY_ITEMS,
                method,
                method.execution() == ExecutionModel.DIRECT ? item::queryDirect : item::query,
                item::queryAsync);
    }

    private static <ReqT extends Message, ResT extends Message> void bind(
            RpcServerBuilder builder,
            RpcMethod<ReqT, ResT> method,
            MethodSettings settings,
            BlockingHandler<ReqT, ResT> blocking,
            AsyncHandler<ReqT, ResT> async) {
        builder.maxInFlight(method, settings.maxInFlight());
        switch (settings.execution()) {
            case BLOCKING, VIRTUAL -> builder.blocking(method, settings.pool(), blocking);
            case ASYNC -> builder.async(method, async);
            case DIRECT -> builder.direct(method, blocking);
        }
    }
}
