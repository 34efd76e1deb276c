package dev.multipool.rpc.server;

import dev.multipool.pools.NanoClock;
import dev.multipool.rpc.server.connection.ConnectionCalls;
import dev.multipool.rpc.server.connection.ConnectionView;
import dev.multipool.rpc.server.journal.CallJournal;
import dev.multipool.rpc.server.journal.MethodCalls;
import dev.multipool.rpc.server.journal.SlowCall;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.group.ChannelGroup;
import io.netty.util.concurrent.EventExecutor;
import java.util.ArrayList;
import java.util.List;

/**
 * What a running server is asked for by those who watch it; read-only, and nothing here costs a call anything.
 *
 * <p><b>Threads</b>: any; never blocks.
 */
public final class ServerViews {
    private final MethodTable methods;
    private final CallJournal journal;
    private final ChannelGroup connections;
    private final NanoClock clock;
    private volatile List<EventExecutor> eventLoops = List.of();
    private volatile ByteBufAllocator allocator = ByteBufAllocator.DEFAULT;

    ServerViews(MethodTable methods, CallJournal journal, ChannelGroup connections, NanoClock clock) {
        this.methods = methods;
        this.journal = journal;
        this.connections = connections;
        this.clock = clock;
    }

    void begin(Iterable<EventExecutor> loopsOfConnections, ByteBufAllocator allocatorOfConnections) {
        List<EventExecutor> loops = new ArrayList<>();
        loopsOfConnections.forEach(loops::add);
        eventLoops = List.copyOf(loops);
        allocator = allocatorOfConnections;
    }

    /** Calls and their answers, by method; the last entry is {@link MethodCalls#UNKNOWN}. */
    public List<MethodCalls> methodCalls() {
        List<MethodCalls> calls = new ArrayList<>();
        methods.counts().forEach(counts -> calls.add(counts.snapshot()));
        calls.add(journal.unknown().snapshot());
        return calls;
    }

    /** The last slow calls, the newest first. */
    public List<SlowCall> slowCalls() {
        return journal.slowCalls().latest();
    }

    /** Slow calls since the server was made. */
    public long slowCallCount() {
        return journal.slowCalls().count();
    }

    /** The open connections, in no order. */
    public List<ConnectionView> connections() {
        long now = clock.nanoTime();
        // no stream: they come and go meanwhile, and a stream fails when there are more than its source's size told
        List<ConnectionView> open = new ArrayList<>();
        for (Channel channel : connections) {
            open.add(ConnectionCalls.view(channel, now));
        }
        return List.copyOf(open);
    }

    /** The event loops that decode and write; none before the start. */
    public List<EventExecutor> eventLoops() {
        return eventLoops;
    }

    /** What the connections' buffers come from. */
    public ByteBufAllocator allocator() {
        return allocator;
    }
}
