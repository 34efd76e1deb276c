package dev.multipool.rpc.server;

import static dev.multipool.rpc.client.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.UnsynchronizedAppenderBase;
import com.google.protobuf.AbstractParser;
import com.google.protobuf.CodedInputStream;
import com.google.protobuf.ExtensionRegistryLite;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.protobuf.Parser;
import dev.multipool.pools.DecoratedTask;
import dev.multipool.pools.MeasuredPool;
import dev.multipool.pools.NanoClock;
import dev.multipool.pools.PoolConfig;
import dev.multipool.pools.Pools;
import dev.multipool.pools.ThreadClassifier;
import dev.multipool.pools.admission.AdmissionObjective;
import dev.multipool.pools.admission.AdmissionSettings;
import dev.multipool.rpc.client.LeakCheck;
import dev.multipool.rpc.client.RpcClient;
import dev.multipool.rpc.protocol.RpcException;
import dev.multipool.rpc.protocol.RpcMethod;
import dev.multipool.rpc.protocol.observe.ServerCallObserver;
import dev.multipool.rpc.server.Hostility.Manner;
import dev.multipool.rpc.server.limits.ServerLimits;
import dev.multipool.rpc.server.metrics.RpcServerMetrics;
import dev.multipool.rpc.server.watch.ServerReport;
import dev.multipool.rpc.server.watch.ThreadDump;
import dev.multipool.user.v1.UserInfo;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.slf4j.LoggerFactory;

/**
 * Whatever is called by the server and is not its own does its worst, in each way there is, more often than the server has
 * places. After that nothing is in flight, no permit is out, all threads are there, the next call of each kind is served,
 * and the stop keeps its bound.
 */
@ExtendWith(LeakCheck.class)
class HostileCallbacksIT {
    private static final int PLACES = 4;
    private static final int THREADS = 2;
    private static final int CALLS = PLACES + 2;
    private static final Duration TIMEOUT = Duration.ofSeconds(20);
    /** Of calls that are held until their callers have given up. */
    private static final Duration SHORT = Duration.ofMillis(40);

    private static final AdmissionSettings ADMISSION = AdmissionSettings.builder()
            .objective(new AdmissionObjective(99, Duration.ofSeconds(10)))
            .initialLimit(PLACES)
            .maxLimit(PLACES)
            .build();

    private static final RpcMethod<UserInfo, UserInfo> BLOCKING = method("blocking");
    private static final RpcMethod<UserInfo, UserInfo> ASYNC = method("async");
    private static final RpcMethod<UserInfo, UserInfo> HELD = method("held");

    /** What is hostile. */
    enum Point {
        BLOCKING_HANDLER,
        ASYNC_HANDLER,
        DIRECT_HANDLER,
        STAGE_FAILURE,
        STAGE,
        BLOCKING_PARSER,
        ASYNC_PARSER,
        RESPONSE,
        DECORATOR,
        DECORATED_TASK,
        GIVEN_POOL,
        OBSERVER_ARRIVED,
        OBSERVER_ENTER,
        OBSERVER_ANSWERED,
        SCOPE,
        SLOW_CALL_LISTENER,
        VERIFIER,
        CLOCK,
        LOGGER,
        METRICS_REGISTRY
    }

    static Stream<Arguments> cases() {
        return Stream.of(Point.values())
                .flatMap(point -> Stream.of(Manner.values()).map(manner -> Arguments.of(point, manner)));
    }

    @ParameterizedTest
    @MethodSource("cases")
    @Timeout(60)
    void hostileCallback_costsNoMoreThanItsCall(Point point, Manner manner) throws Exception {
        try (Service service = new Service(point, manner)) {
            service.callWhileHostile();

            service.assertUnharmed();
            service.assertStopsWithin(Duration.ofSeconds(2));
        }
    }

    /** A server with one hostile part, and a client of it. */
    private static final class Service implements AutoCloseable {
        private final Point point;
        private final Manner manner;
        private final Hostility hostility;
        private final RpcServer server;
        private final RpcClient client;
        private final Logger logger = (Logger) LoggerFactory.getLogger("dev.multipool.rpc.server");
        private final Appender<ILoggingEvent> appender = new HostileAppender();
        private volatile Gate gate = new Gate();

        Service(Point point, Manner manner) throws IOException {
            this.point = point;
            this.manner = manner;
            this.hostility = new Hostility(manner, this::callBack);
            this.server = server();
            server.start();
            this.client = RpcClient.builder()
                    .target("127.0.0.1", server.address().getPort())
                    .eventLoops(1)
                    .reconnectBackoff(Duration.ofMillis(2), Duration.ofMillis(20))
                    .build();
            appender.start();
            if (point == Point.LOGGER) {
                logger.addAppender(appender);
            }
        }

        private RpcServer server() {
            PoolConfig business = PoolConfig.parse("business", "fixed:threads=" + THREADS + ",queue=100");
            RpcServerBuilder builder = RpcServer.builder()
                    .host("127.0.0.1")
                    .eventLoops(1)
                    .limits(ServerLimits.DEFAULT.withMaxCallsInFlight(PLACES))
                    .admission(ADMISSION)
                    .maxInFlight(BLOCKING, PLACES)
                    .maxInFlight(ASYNC, PLACES)
                    .blocking(parsed(BLOCKING, Point.BLOCKING_PARSER), "business", this::handleBlocking)
                    .async(parsed(ASYNC, Point.ASYNC_PARSER), this::handleAsync)
                    .direct(method("direct"), (request, call) -> at(Point.DIRECT_HANDLER, request))
                    .blocking(unsendable(), "business", (request, call) -> response(request))
                    .blocking(HELD, "business", (request, call) -> {
                        gate.enter();
                        return request;
                    });
            switch (point) {
                case GIVEN_POOL -> builder.pool(hostilePool(Pools.create(business)));
                // its own clock is the pools' affair
                case CLOCK -> builder.pool(Pools.create(business)).clock(this::now);
                case DECORATOR -> builder.pool(business).taskDecorator((pool, task) -> at(point, task));
                case DECORATED_TASK -> builder.pool(business).taskDecorator((pool, task) -> new HostileTask(task));
                case OBSERVER_ARRIVED, OBSERVER_ENTER, OBSERVER_ANSWERED, SCOPE ->
                    builder.pool(business)
                            .observer((method, meta, caller) -> at(Point.OBSERVER_ARRIVED, new Observed()));
                case SLOW_CALL_LISTENER ->
                    builder.pool(business).slowCall(Duration.ofNanos(1)).onSlowCall(call -> at(point, call));
                case VERIFIER ->
                    builder.pool(business).credentials((credential, caller) -> {
                        at(point, credential);
                        return true;
                    });
                default -> builder.pool(business);
            }
            return builder.build();
        }

        /** Strikes where this is the hostile part. */
        private <T> T at(Point here, T right) {
            return here == point ? hostility.strikeOr(right) : right;
        }

        private UserInfo handleBlocking(UserInfo request, CallContext call) {
            if (point == Point.LOGGER && !request.getName().isEmpty()) {
                // what makes the server log
                throw new IllegalArgumentException("to be logged");
            }
            return at(Point.BLOCKING_HANDLER, request);
        }

        private CompletionStage<UserInfo> handleAsync(UserInfo request, CallContext call) {
            CompletableFuture<UserInfo> stage = new CompletableFuture<>();
            ForkJoinPool.commonPool().execute(() -> {
                try {
                    stage.complete(at(Point.STAGE_FAILURE, request));
                } catch (Throwable t) {
                    stage.completeExceptionally(t);
                }
            });
            return at(Point.ASYNC_HANDLER, point == Point.STAGE ? new HostileStage() : stage);
        }

        private long now() {
            return hostility.strike() ? 0 : System.nanoTime();
        }

        private RpcMethod<UserInfo, UserInfo> parsed(RpcMethod<UserInfo, UserInfo> method, Point parser) {
            return new RpcMethod<>(
                    method.serviceName(),
                    method.shortServiceName(),
                    method.methodName(),
                    new HostileParser(parser),
                    method.responseParser());
        }

        @SuppressWarnings("unchecked")
        private static RpcMethod<UserInfo, Message> unsendable() {
            return new RpcMethod<>("test.v1.Hostile", "Hostile", "unsendable", UserInfo.parser(), (Parser<Message>)
                    (Parser<?>) UserInfo.parser());
        }

        private Message response(UserInfo right) {
            return (Message) hostileAt(Point.RESPONSE, Message.class, right);
        }

        private MeasuredPool hostilePool(MeasuredPool pool) {
            return (MeasuredPool) hostileAt(Point.GIVEN_POOL, MeasuredPool.class, pool);
        }

        /** What strikes when it is to execute, or to be written. */
        private Object hostileAt(Point here, Class<?> type, Object target) {
            Set<String> struck = Set.of("execute", "executeAll", "getSerializedSize", "writeTo", "toByteArray");
            return Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                boolean none = struck.contains(method.getName()) && at(here, this) == null;
                if (none && method.getReturnType() != void.class) {
                    return null;
                }
                try {
                    return method.invoke(target, arguments);
                } catch (InvocationTargetException e) {
                    throw e.getCause();
                }
            });
        }

        /** What user code may do with the server that calls it. */
        private void callBack() {
            server.views().connections();
            server.views().methodCalls();
            server.rejections();
            server.unsentBytes();
            server.pool("business").snapshot();
            server.pool("business").execute(() -> {});
            if (Thread.currentThread().getName().startsWith("rpc-io")) {
                server.stop(Duration.ZERO);
            }
        }

        void callWhileHostile() throws Exception {
            boolean held = manner == Manner.NEVER_RETURNS;
            if (point == Point.METRICS_REGISTRY) {
                hostility.arm(0);
                new Thread(this::bindMetrics, "binds-metrics").start();
            }
            for (int i = 0; i < CALLS; i++) {
                // the clock is read in many places: each time in another of them
                hostility.arm(point == Point.CLOCK ? i : 0);
                List<CompletableFuture<?>> calls = new ArrayList<>();
                UserInfo request =
                        UserInfo.newBuilder().setId(i).setName("hostile").build();
                for (RpcMethod<UserInfo, ?> method : List.of(BLOCKING, ASYNC, method("direct"), unsendable())) {
                    calls.add(client.call(method, request, held ? SHORT : TIMEOUT));
                }
                for (CompletableFuture<?> call : calls) {
                    awaitEnd(call);
                }
                if (held) {
                    break;
                }
            }
            eventually("the hostile part was called", () -> hostility.strikes() > 0);
            hostility.disarm();
        }

        /** As an application does once, on a thread of its own. */
        private void bindMetrics() {
            ServerReport report =
                    new ServerReport(server, new ThreadDump(ThreadClassifier.standard()), NanoClock.system());
            MeterRegistry registry = new SimpleMeterRegistry();
            registry.config().onMeterAdded(meter -> at(Point.METRICS_REGISTRY, meter));
            try {
                new RpcServerMetrics(server, report, NanoClock.system()).bindTo(registry);
            } catch (Throwable t) {
                // the application's to deal with; the server must not care
                registry.close();
            }
        }

        /** With whatever answer, but with one. */
        private static void awaitEnd(CompletableFuture<?> call) throws Exception {
            try {
                call.get(TIMEOUT.toSeconds() / 2, TimeUnit.SECONDS);
            } catch (ExecutionException e) {
                assertThat(e.getCause()).isInstanceOf(RpcException.class);
            }
        }

        void assertUnharmed() throws Exception {
            eventually("no call is in flight", () -> server.callsInFlight() == 0);
            eventually(
                    "no permit is out", () -> server.admission().orElseThrow().inFlight() == 0);
            eventually(
                    "the pool is empty",
                    () -> server.pool("business").snapshot().inFlight() == 0);
            for (RpcMethod<UserInfo, ?> method : List.of(BLOCKING, ASYNC, method("direct"), unsendable())) {
                eventually(method.methodName() + " is served", () -> isServed(method));
            }
            for (int round = 0; round <= PLACES; round++) {
                // all threads at once: none is missing
                gate = new Gate();
                List<CompletableFuture<UserInfo>> held = new ArrayList<>();
                for (int i = 0; i < THREADS; i++) {
                    held.add(client.call(HELD, Echo.user(i), TIMEOUT));
                }
                gate.awaitEntered(THREADS);
                gate.open();
                for (CompletableFuture<UserInfo> call : held) {
                    assertThat(call.get(TIMEOUT.toSeconds(), TimeUnit.SECONDS).getName())
                            .isNotEmpty();
                }
            }
            eventually("no call is in flight", () -> server.callsInFlight() == 0);
        }

        private boolean isServed(RpcMethod<UserInfo, ?> method) {
            try {
                client.call(method, UserInfo.newBuilder().setId(1).build(), TIMEOUT)
                        .get(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
                return true;
            } catch (Exception e) {
                // a connection that was closed is being made anew
                return false;
            }
        }

        void assertStopsWithin(Duration drain) {
            long begun = System.nanoTime();
            assertThat(server.stop(drain)).isTrue();
            assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(drain.plus(RpcServer.STOP_BOUND));
            eventually("the pools have ended", () -> server.pools().stream().allMatch(MeasuredPool::isTerminated));
        }

        @Override
        public void close() {
            hostility.disarm();
            gate.open();
            logger.detachAppender(appender);
            client.close();
            server.stop(Duration.ZERO);
        }

        /** Listens to nothing, or throws where it should. */
        private final class HostileStage extends CompletableFuture<UserInfo> {
            @Override
            public CompletableFuture<UserInfo> whenComplete(BiConsumer<? super UserInfo, ? super Throwable> action) {
                at(Point.STAGE, this);
                complete(UserInfo.getDefaultInstance());
                return super.whenComplete(action);
            }
        }

        private final class HostileParser extends AbstractParser<UserInfo> {
            private final Point here;

            HostileParser(Point here) {
                this.here = here;
            }

            @Override
            public UserInfo parsePartialFrom(CodedInputStream in, ExtensionRegistryLite extensions)
                    throws InvalidProtocolBufferException {
                return at(here, UserInfo.parser().parsePartialFrom(in, extensions));
            }
        }

        private final class HostileTask extends DecoratedTask {
            HostileTask(Runnable task) {
                super(task);
            }

            @Override
            public void run() {
                if (at(Point.DECORATED_TASK, this) != null) {
                    super.run();
                }
            }
        }

        private final class Observed implements ServerCallObserver.ObservedCall {
            @Override
            public ServerCallObserver.Scope enter() {
                return at(Point.OBSERVER_ENTER, () -> at(Point.SCOPE, this));
            }

            @Override
            public void answered(int code, String text) {
                at(Point.OBSERVER_ANSWERED, this);
            }

            @Override
            public void dropped() {
                at(Point.OBSERVER_ANSWERED, this);
            }
        }

        /** Throws to who logs, as no appender of Logback does for exceptions; its errors do. */
        private final class HostileAppender extends UnsynchronizedAppenderBase<ILoggingEvent> {
            @Override
            public void doAppend(ILoggingEvent event) {
                at(Point.LOGGER, event);
            }

            @Override
            protected void append(ILoggingEvent event) {
                throw new IllegalStateException("not called");
            }
        }
    }

    private static RpcMethod<UserInfo, UserInfo> method(String name) {
        return Echo.method("test.v1.Hostile", "Hostile", name);
    }
}
