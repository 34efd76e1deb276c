package dev.multipool.rpc.server.app;

import com.google.protobuf.Message;
import dev.multipool.item.ItemServiceMethods;
import dev.multipool.mock.MockServiceMethods;
import dev.multipool.pools.MeasuredPool;
import dev.multipool.pools.NanoClock;
import dev.multipool.pools.PoolConfig;
import dev.multipool.pools.Pools;
import dev.multipool.redis.ItemRepository;
import dev.multipool.redis.ItemSeeder;
import dev.multipool.redis.LettuceRepositories;
import dev.multipool.redis.RedisSettings;
import dev.multipool.redis.RedisTarget;
import dev.multipool.redis.SeedProgress;
import dev.multipool.redis.UserInfoRepository;
import dev.multipool.redis.UserSeeder;
import dev.multipool.redis.provision.RedisProvision;
import dev.multipool.redis.provision.RunningRedis;
import dev.multipool.rpc.protocol.RpcMethod;
import dev.multipool.rpc.protocol.transport.Transport;
import dev.multipool.rpc.server.AsyncHandler;
import dev.multipool.rpc.server.BlockingHandler;
import dev.multipool.rpc.server.RpcServer;
import dev.multipool.rpc.server.RpcServerBuilder;
import dev.multipool.rpc.server.app.items.QueryItemsHandler;
import dev.multipool.rpc.server.app.mock.CallWeight;
import dev.multipool.rpc.server.app.mock.CpuWork;
import dev.multipool.rpc.server.app.mock.MockDependency;
import dev.multipool.rpc.server.app.operation.Operation;
import dev.multipool.rpc.server.app.operation.ProfilerSpans;
import dev.multipool.rpc.server.app.settings.ExecutionModel;
import dev.multipool.rpc.server.app.settings.FindUserInfoSettings;
import dev.multipool.rpc.server.app.settings.MethodSettings;
import dev.multipool.rpc.server.app.settings.SecuritySettings;
import dev.multipool.rpc.server.app.settings.ServerSettings;
import dev.multipool.rpc.server.app.tracing.ConfiguredTraces;
import dev.multipool.rpc.server.app.tracing.Traces;
import dev.multipool.rpc.server.dependency.Dependency;
import dev.multipool.user.UserServiceMethods;
import io.netty.channel.EventLoopGroup;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.slf4j.event.Level;

/** The composition root: the one place that knows which parts make the service. {@link Main} and the tests call it. */
public final class Wiring {
    private static final String MOCK_POOL = "mock";

    private Wiring() {}

    /**
     * Starts everything: a Redis, its seeding where wanted, the repository, the server once it is warm, what watches it.
     * What was started before a failure is stopped again.
     *
     * @param seedProgress told now and then while users are written
     * @param addition gives the server something beyond its settings
     * @throws IOException when the server or the admin port can't listen
     * @throws RuntimeException with a one-line message when there is no Redis as configured
     */
    public static UserService start(
            ServerSettings settings, Consumer<SeedProgress> seedProgress, UnaryOperator<RpcServerBuilder> addition)
            throws IOException {
        Traces traces = ConfiguredTraces.open(settings.operation().tracing());
        try {
            return start(settings, seedProgress, addition, traces);
        } catch (Throwable t) {
            traces.close();
            throw t;
        }
    }

    /** As above, with what traces the service, which is closed with it. */
    static UserService start(
            ServerSettings settings,
            Consumer<SeedProgress> seedProgress,
            UnaryOperator<RpcServerBuilder> addition,
            Traces traces)
            throws IOException {
        tellLettuce(settings.network().transport().transport().resolve());
        RunningRedis redis =
                RedisProvision.open(settings.redis().source(), settings.redis().image());
        LettuceRepositories repository = null;
        RpcServer server = null;
        EventLoopGroup loops = settings.network()
                .transport()
                .transport()
                .newEventLoops(settings.network().eventLoops(), "rpc-io", false);
        try {
            RedisSettings store = newStoreSettings(settings, redis.target());
            if (settings.redis().seed().users() > 0) {
                new UserSeeder(store)
                        .seed(
                                settings.redis().seed().users(),
                                settings.redis().seed().random(),
                                seedProgress);
            }
            if (settings.redis().seed().items() > 0) {
                new ItemSeeder(store, settings.service().queryItems().queries())
                        .seed(
                                settings.redis().seed().items(),
                                settings.redis().seed().random(),
                                seedProgress);
            }
            repository = sharesEventLoops(settings)
                    ? LettuceRepositories.connect(store, loops)
                    : LettuceRepositories.connect(store);
            if (!settings.bounds().times().warmUp().isZero()) {
                warmUp(settings, repository, loops);
            }
            server = traces.server(addition.apply(newServer(
                            settings,
                            traces.users(repository.users(), redis.uri()),
                            traces.items(repository.items(), redis.uri()))))
                    .eventLoopGroup(loops)
                    .build();
            server.start();
            Operation operation = Operation.start(settings, server, repository);
            return new UserService(redis, repository, server, loops, operation, traces);
        } catch (Throwable t) {
            if (server != null) {
                server.close();
            }
            if (repository != null) {
                repository.close();
            }
            UserService.end(loops);
            redis.close();
            throw t;
        }
    }

    private static RedisSettings newStoreSettings(ServerSettings settings, RedisTarget target) {
        ServerSettings.RedisConnections redis = settings.redis().connections();
        RedisSettings.Builder store = RedisSettings.builder(target)
                .connectTimeout(redis.connectTimeout())
                .commandTimeout(redis.commandTimeout())
                .requestQueueSize(redis.requestQueue())
                .connections(redis.count())
                .gatherReads(redis.gatherReads())
                .measureCommands(settings.operation().admin().isPresent());
        redis.silenceTimeout().ifPresent(store::silenceTimeout);
        return store.build();
    }

    /** Before the service listens: who finds the port open finds a service that is warm. */
    private static void warmUp(ServerSettings settings, LettuceRepositories repository, EventLoopGroup loops) {
        RpcServer copy = newServer(settings.forWarmUp(), repository.users(), repository.items())
                .eventLoopGroup(loops)
                .logStopAt(Level.DEBUG)
                .drainTimeout(Duration.ZERO)
                .build();
        WarmUp.run(
                copy, settings.network().eventLoops(), settings.bounds().times().warmUp(), NanoClock.system());
        repository.forgetCommandTimes();
    }

    /** Lettuce reads these once, before its first connection: its channels should fit the server's event loops. */
    private static void tellLettuce(Transport transport) {
        System.setProperty("io.lettuce.core.epoll", Boolean.toString(transport == Transport.EPOLL));
        System.setProperty("io.lettuce.core.iouring", Boolean.toString(transport == Transport.IO_URING));
    }

    /**
     * On the server's own event loops Redis costs a call no further thread. Not with a method that runs on them and
     * waits for Redis there: it would wait for itself.
     */
    private static boolean sharesEventLoops(ServerSettings settings) {
        ServerSettings.Methods methods = settings.service().methods();
        return methods.findUserInfo().execution() != ExecutionModel.DIRECT
                && methods.queryItems().execution() != ExecutionModel.DIRECT
                && LettuceRepositories.canBorrow(settings.network().transport().transport());
    }

    /** The server with its pools and handlers over any repositories. */
    static RpcServerBuilder newServer(ServerSettings settings, UserInfoRepository users, ItemRepository items) {
        ServerSettings.Network network = settings.network();
        ServerSettings.Bounds bounds = settings.bounds();
        RpcServerBuilder builder = RpcServer.builder()
                .host(network.address().host())
                .port(network.address().port())
                .transport(settings.network().transport())
                .connectionTimeouts(settings.network().timeouts())
                .eventLoops(network.eventLoops())
                .frameLimits(bounds.frames().limits())
                .maxUnfinishedBytes(bounds.frames().maxUnfinishedBytes())
                .limits(settings.bounds().limits())
                .defaultDeadline(bounds.times().defaultDeadline())
                .maxDeadline(bounds.times().maxDeadline())
                .drainTimeout(bounds.times().drainTimeout())
                .slowCall(settings.operation().slowCall());
        ProfilerSpans.ifThereIsAProfiler().ifPresent(builder::onSlowCall);
        settings.bounds().admission().ifPresent(builder::admission);
        secure(builder, settings.network().security());
        settings.pools().values().forEach(builder::pool);
        settings.poolPlan().waits().forEach(wait -> builder.waits(wait.waiting(), wait.other()));
        bindMethods(builder, settings, users, items);
        return builder;
    }

    private static void secure(RpcServerBuilder builder, SecuritySettings security) {
        if (security.tls() != null) {
            builder.tls(security.tls(), security.reloadInterval());
        }
        if (security.credentials() != null) {
            builder.credentials(security.credentials(), security.reloadInterval())
                    .maxWrongCredentials(security.maxWrongCredentials());
        }
    }

    private static void bindMethods(
            RpcServerBuilder builder, ServerSettings settings, UserInfoRepository users, ItemRepository items) {
        FindUserInfoSettings weight = settings.service().findUserInfo();
        CpuWork cpu = weight.usesCpu() || settings.service().queryItems().usesCpu()
                ? CpuWork.calibrated(NanoClock.system())
                : CpuWork.none();
        FindUserInfoHandler user = new FindUserInfoHandler(
                users,
                new CallWeight(
                        cpu,
                        weight.cpu(),
                        new MockDependency(
                                weight.waiting(), settings.service().mock().seed())));
        bind(
                builder,
                UserServiceMethods.FIND_STORED_USER_INFO,
                settings.service().methods().findUserInfo(),
                user::find,
                user::findAsync);

        MockDependency mock = new MockDependency(
                settings.service().mock().delay(), settings.service().mock().seed());
        MockHandler delay = new MockHandler(mock, newIsolation(builder, settings));
        bind(
                builder,
                MockServiceMethods.DELAY,
                settings.service().methods().mockDelay(),
                delay::delay,
                delay::delayAsync);

        QueryItemsHandler item =
                new QueryItemsHandler(items, mock, cpu, settings.service().queryItems());
        MethodSettings method = settings.service().methods().queryItems();
        bind(
                builder,
                ItemServiceMethods.QUERY_ITEMS,
                method,
                method.execution() == ExecutionModel.DIRECT ? item::queryDirect : item::query,
                item::queryAsync);
    }

    /** The mock dependency's own threads are a pool of the server, stopped after the one whose tasks wait for them. */
    private static Optional<Dependency> newIsolation(RpcServerBuilder builder, ServerSettings settings) {
        return settings.service().mock().isolation().map(isolation -> {
            MeasuredPool pool = Pools.create(
                    PoolConfig.builder(MOCK_POOL).threads(isolation.threads()).build());
            builder.pool(pool).waits(settings.service().methods().mockDelay().pool(), MOCK_POOL);
            return Dependency.builder(MOCK_POOL)
                    .threads(pool, isolation.timeout())
                    .build();
        });
    }

    private static <ReqT extends Message, ResT extends Message> void bind(
            RpcServerBuilder builder,
            RpcMethod<ReqT, ResT> method,
            MethodSettings settings,
            BlockingHandler<ReqT, ResT> blocking,
            AsyncHandler<ReqT, ResT> async) {
        builder.maxInFlight(method, settings.maxInFlight());
        if (!settings.admission()) {
            builder.withoutAdmission(method);
        }
        switch (settings.execution()) {
            case BLOCKING, VIRTUAL -> builder.blocking(method, settings.pool(), blocking);
            case ASYNC -> builder.async(method, async);
            case DIRECT -> builder.direct(method, blocking);
        }
    }
}
