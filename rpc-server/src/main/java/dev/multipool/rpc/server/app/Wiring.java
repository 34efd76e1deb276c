package dev.multipool.rpc.server.app;

import dev.multipool.redis.LettuceUserInfoRepository;
import dev.multipool.redis.RedisSettings;
import dev.multipool.redis.SeedProgress;
import dev.multipool.redis.UserSeeder;
import dev.multipool.redis.source.RedisSource;
import dev.multipool.redis.source.RedisSourceSettings;
import dev.multipool.redis.source.RunningRedis;
import dev.multipool.rpc.protocol.FrameLimits;
import dev.multipool.rpc.server.RpcServer;
import dev.multipool.rpc.server.RpcServerBuilder;
import dev.multipool.rpc.server.app.settings.ExecutionModel;
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
        LettuceUserInfoRepository repository = null;
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
            repository = LettuceUserInfoRepository.connect(store);
            server = newServer(settings, new FindUserInfoHandler(repository));
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

    private static RpcServer newServer(ServerSettings settings, FindUserInfoHandler handler) {
        ServerSettings.Server server = settings.server();
        RpcServerBuilder builder = RpcServer.builder()
                .host(server.host())
                .port(server.port())
                .eventLoops(server.eventLoops())
                .frameLimits(new FrameLimits(server.maxBodyBytes(), Math.min(MAX_META_BYTES, server.maxBodyBytes())))
                .defaultDeadline(server.defaultDeadline())
                .drainTimeout(server.drainTimeout());
        settings.pools().values().forEach(builder::pool);
        if (settings.findUserInfo().execution() == ExecutionModel.ASYNC) {
            builder.async(UserServiceMethods.FIND_USER_INFO, handler::findAsync);
        } else {
            builder.blocking(
                    UserServiceMethods.FIND_USER_INFO, settings.findUserInfo().pool(), handler::find);
        }
        return builder.build();
    }
}
