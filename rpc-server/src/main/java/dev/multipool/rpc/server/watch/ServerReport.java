package dev.multipool.rpc.server.watch;

import dev.multipool.pools.NanoClock;
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
    private final PoolReport pools;

    /** A report of this server, whose threads the dump reads. */
    public ServerReport(RpcServer server, ThreadDump dump, NanoClock clock) {
        this.server = server;
        this.dump = dump;
        this.pools = new PoolReport(server::pools, clock);
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

    /** Of the server's pools. */
    public PoolReport pools() {
        return pools;
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
