package dev.multipool.rpc.server.watch;

import dev.multipool.pools.LedgerSnapshot;
import dev.multipool.pools.MeasuredPool;
import dev.multipool.pools.NanoClock;
import dev.multipool.pools.PoolState;
import dev.multipool.pools.ThreadActivity;
import dev.multipool.rpc.server.RpcServer;
import dev.multipool.rpc.server.connection.ConnectionView;
import dev.multipool.rpc.server.journal.MethodCalls;
import dev.multipool.rpc.server.journal.SlowCall;
import dev.multipool.rpc.server.limits.CallRejection;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a server is doing, as trees of maps, lists and plain values. Admin pages and bundles are made from them, so they
 * say the same in the same words.
 *
 * <p><b>Threads</b>: any; may take some milliseconds, stops no call.
 */
public final class ServerReport {
    private final RpcServer server;
    private final ThreadDump dump;
    private final PoolWindows windows;

    /** A report of this server, whose threads the dump reads. */
    public ServerReport(RpcServer server, ThreadDump dump, NanoClock clock) {
        this.server = server;
        this.dump = dump;
        this.windows = new PoolWindows(server.pools(), clock);
    }

    /** The server's own counts. */
    public Map<String, Object> server() {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("state", server.state());
        tree.put("callsInFlight", server.callsInFlight());
        tree.put("connections", server.connections());
        tree.put("refusedConnections", server.refusedConnections());
        tree.put("brokenStreams", server.brokenStreams());
        Map<String, Object> rejected = new LinkedHashMap<>();
        for (Map.Entry<CallRejection, Long> count : server.rejections().entrySet()) {
            rejected.put(count.getKey().name().toLowerCase(Locale.ROOT), count.getValue());
        }
        tree.put("rejected", rejected);
        tree.put(
                "calls",
                server.views().methodCalls().stream().map(ServerReport::calls).toList());
        return tree;
    }

    /** All pools. */
    public List<Map<String, Object>> pools() {
        return server.pools().stream().map(this::pool).toList();
    }

    /** One pool: its bounds, what it holds now, its last seconds, and everything since it was made. */
    public Map<String, Object> pool(MeasuredPool pool) {
        LedgerSnapshot now = pool.snapshot();
        PoolState state = now.state();
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("name", state.name());
        tree.put("spec", pool.config().spec());
        tree.put("threads", state.threads());
        tree.put("maxThreads", state.maxThreads());
        tree.put("active", state.active());
        tree.put("queueDepth", state.queueDepth());
        tree.put("queueCapacity", state.queueCapacity());
        tree.put("lastSeconds", LedgerTree.of(lastSeconds(pool, now)));
        tree.put("sinceStart", LedgerTree.of(now));
        return tree;
    }

    /** To be called every second, whoever asks: what is the last seconds' moves on. */
    void advanceWindows() {
        windows.advance();
    }

    /** What was added to the pool's ledger in the last 10 to 20 seconds before {@code now}, its newest snapshot. */
    public LedgerSnapshot lastSeconds(MeasuredPool pool, LedgerSnapshot now) {
        return now.since(windows.start(pool, now));
    }

    /** The open connections. */
    public List<Map<String, Object>> connections() {
        return server.views().connections().stream()
                .map(ServerReport::connection)
                .toList();
    }

    /** The threads of one pool, or all: how many do what, then each with its stack. */
    public Map<String, Object> threads(@Nullable String poolName) {
        return threadTree(poolName == null ? dump.all() : dump.ofPool(poolName));
    }

    /** These threads: how many do what, then each with its stack. */
    static Map<String, Object> threadTree(List<ThreadView> threads) {
        Map<String, Object> activities = new LinkedHashMap<>();
        for (Map.Entry<ThreadActivity, Long> count : ThreadDump.summary(threads).entrySet()) {
            activities.put(count.getKey().word(), count.getValue());
        }
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("activities", activities);
        tree.put("threads", threads.stream().map(ServerReport::thread).toList());
        return tree;
    }

    ThreadDump dump() {
        return dump;
    }

    /** The last slow calls, the newest first. */
    public Map<String, Object> slowCalls() {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("slowCallsSinceStart", server.views().slowCallCount());
        tree.put(
                "latest",
                server.views().slowCalls().stream().map(ServerReport::slowCall).toList());
        return tree;
    }

    private static Map<String, Object> calls(MethodCalls calls) {
        Map<String, Object> answers = new LinkedHashMap<>();
        calls.answersByCode().forEach((code, count) -> {
            if (count > 0) {
                answers.put(code, count);
            }
        });
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("method", calls.method());
        tree.put("answers", answers);
        tree.put(
                "meanResponseMillis",
                calls.answers() == 0 ? Double.NaN : LedgerTree.millis(calls.responseNanos() / calls.answers()));
        return tree;
    }

    private static Map<String, Object> connection(ConnectionView connection) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("peer", connection.peer());
        tree.put("ageSeconds", connection.age().toSeconds());
        tree.put("calls", connection.calls());
        tree.put("unsentBytes", connection.unsentBytes());
        tree.put("reading", connection.reading());
        return tree;
    }

    private static Map<String, Object> thread(ThreadView thread) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("name", thread.name());
        tree.put("pool", thread.pool());
        tree.put("activity", thread.activity().word());
        tree.put("state", thread.state());
        tree.put("stack", thread.stack());
        return tree;
    }

    private static Map<String, Object> slowCall(SlowCall call) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("method", call.method());
        tree.put("code", call.code());
        tree.put("caller", call.caller());
        tree.put("received", Instant.ofEpochMilli(call.receivedMillis()));
        tree.put("dequeuedMillis", millis(call.times().dequeuedNanos()));
        tree.put("joinWaitMillis", millis(call.times().joinWaitNanos()));
        tree.put("ioWaitMillis", millis(call.times().ioWaitNanos()));
        tree.put("answeredMillis", millis(call.times().answeredNanos()));
        tree.put("writtenMillis", millis(call.times().writtenNanos()));
        return tree;
    }

    private static @Nullable Double millis(@Nullable Long nanos) {
        return nanos == null ? null : LedgerTree.millis(nanos);
    }
}
