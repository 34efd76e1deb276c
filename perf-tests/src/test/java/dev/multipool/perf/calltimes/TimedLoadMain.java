package dev.multipool.perf.calltimes;

import dev.multipool.bench.baidustd.BaiduStd;
import dev.multipool.bench.call.CallProtocol;
import dev.multipool.bench.call.Connection;
import dev.multipool.bench.call.Connections;
import dev.multipool.bench.generator.GeneratorSettings;
import dev.multipool.bench.generator.LoadGenerator;
import dev.multipool.bench.generator.Progress;
import dev.multipool.bench.generator.ProgressListener;
import dev.multipool.bench.plan.CallMix;
import dev.multipool.bench.plan.LoadModel;
import dev.multipool.bench.plan.LoadPlan;
import dev.multipool.bench.plan.LoadProfile;
import dev.multipool.bench.result.LoadResult;
import dev.multipool.pools.NanoClock;
import dev.multipool.rpc.client.RpcClient;
import dev.multipool.rpc.protocol.RpcMethod;
import dev.multipool.rpc.protocol.meta.RpcMeta;
import dev.multipool.rpc.protocol.observe.ClientCallObserver;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The load generator, which gives some calls a log id and writes down when each of these was begun, was sent and had its answer. The
 * arguments are the file, the server's port, the seconds of warm-up and of the window, and {@code users=N} or {@code rate=N}.
 */
public final class TimedLoadMain {
    private static final NanoClock CLOCK = NanoClock.system();
    private static final int USERS_SEEDED = 10_000;
    private static final int CONNECTIONS = 4;
    private static final Duration CALL_TIMEOUT = Duration.ofSeconds(2);
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration REJECT_BACKOFF = Duration.ofMillis(10);

    private TimedLoadMain() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        Sample sample = new Sample(new TimesFile(Path.of(args[0])));
        LoadPlan plan = new LoadPlan(
                "127.0.0.1",
                Integer.parseInt(args[1]),
                CONNECTIONS,
                load(args[4]),
                CallMix.findUserInfo(USERS_SEEDED),
                new LoadPlan.Timing(
                        Duration.ofSeconds(Long.parseLong(args[2])),
                        Duration.ofSeconds(Long.parseLong(args[3])),
                        CALL_TIMEOUT),
                42);
        LoadResult result = new LoadGenerator(
                        plan,
                        new GeneratorSettings(1, GeneratorSettings.of(plan).watched()),
                        sample,
                        sample.protocol())
                .run();
        System.out.println(result.invalidReasons());
    }

    private static LoadModel load(String words) {
        String[] parts = words.split("=", 2);
        int level = Integer.parseInt(parts[1]);
        return parts[0].equals("users")
                ? new LoadModel.ClosedLoop(level, Duration.ZERO, REJECT_BACKOFF, LoadProfile.CONSTANT)
                : new LoadModel.OpenLoop(
                        level,
                        LoadModel.Arrivals.POISSON,
                        LoadModel.OpenLoop.DEFAULT_MAX_IN_FLIGHT,
                        LoadProfile.CONSTANT);
    }

    /** One call in so many, from the begin of the window on. */
    private static final class Sample implements ClientCallObserver, ProgressListener {
        private static final int ONE_IN = 20;

        private final TimesFile file;
        private final AtomicLong calls = new AtomicLong();
        private volatile boolean windowBegan;

        Sample(TimesFile file) {
            this.file = file;
        }

        @Override
        public void onProgress(Progress progress) {}

        @Override
        public void onWindow() {
            windowBegan = true;
        }

        @Override
        public @Nullable ObservedCall begins(RpcMethod<?, ?> method, String host, int port) {
            long call = calls.incrementAndGet();
            return windowBegan && call % ONE_IN == 0 ? new TimedCall(file, call) : null;
        }

        CallProtocol protocol() {
            return new CallProtocol() {
                @Override
                public void requireFitting(LoadPlan plan) {
                    BaiduStd.PLAIN.requireFitting(plan);
                }

                @Override
                public Connections open(LoadPlan plan, int eventLoops) {
                    RpcClient client = RpcClient.builder()
                            .target(plan.host(), plan.port())
                            .connections(plan.connections())
                            .eventLoops(eventLoops)
                            .maxPendingCalls(plan.maxInFlight())
                            .connectTimeout(CONNECT_TIMEOUT)
                            .observer(Sample.this)
                            .build();
                    return new OverClient(client, (CallMix) plan.calls());
                }
            };
        }
    }

    private static final class TimedCall implements ClientCallObserver.ObservedCall {
        private final TimesFile file;
        private final long call;
        private final long begunNanos = CLOCK.nanoTime();
        private volatile long sentNanos = begunNanos;

        TimedCall(TimesFile file, long call) {
            this.file = file;
            this.call = call;
        }

        @Override
        public void addTo(RpcMeta.Builder request) {
            request.getRequestBuilder().setLogId(call);
            sentNanos = CLOCK.nanoTime();
        }

        @Override
        public void ended(@Nullable Throwable failure) {
            if (failure == null) {
                file.write(call, begunNanos, sentNanos, CLOCK.nanoTime());
            }
        }
    }

    private record OverClient(RpcClient client, CallMix mix) implements Connections {
        @Override
        public List<Connection> all() {
            return IntStream.range(0, client.connections())
                    .mapToObj(i -> BaiduStd.PLAIN.over(client.connection(i), mix))
                    .toList();
        }

        @Override
        public long pendingCalls() {
            return client.pendingCalls();
        }

        @Override
        public long sentBytes() {
            return client.sentBytes();
        }

        @Override
        public long receivedBytes() {
            return client.receivedBytes();
        }

        @Override
        public void close() {
            client.close();
        }
    }
}
