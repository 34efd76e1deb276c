package dev.multipool.redis;

import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.util.concurrent.EventExecutor;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The connections to one Redis, to a Cluster each with one to every master: on event loops of their own, or on those of a server, one for each loop at least.
 *
 * <p>On a server's loops a call needs no hand-off: the loop that decoded it writes the command, reads the reply and
 * writes the answer, and commands of calls that arrived together travel together.
 *
 * <p><b>Threads</b>: any. A thread that is one of the loops gets that loop's connection, any other always the same one.
 */
final class LettuceConnections implements AutoCloseable {
    private final LettuceResources resources;
    private final List<Lane> lanes;
    private final AtomicBoolean closed = new AtomicBoolean();

    /** A connection, the event loop that it lives on, the reads that this loop sends, and those who wait for others. */
    record Lane(
            LettuceConnection connection,
            RedisClusterAsyncCommands<byte[], byte[]> commands,
            EventLoop loop,
            GatheredReads reads,
            ReplyWaiters waiters,
            ValueTally values) {
        /** Whether the calling thread is the connection's event loop, and so must not wait for a reply. */
        boolean isCallers() {
            return loop.inEventLoop();
        }
    }

    private LettuceConnections(LettuceResources resources, List<Lane> lanes) {
        this.resources = resources;
        this.lanes = lanes;
    }

    static LettuceConnections open(RedisSettings settings, @Nullable EventLoopGroup borrowed) {
        LettuceResources resources = new LettuceResources(settings);
        List<Lane> lanes = new ArrayList<>();
        try {
            for (EventLoop loop : borrowed == null
                    ? spread(resources.ownLoops(), settings.connections())
                    : spread(
                            borrowed,
                            Math.max(settings.connections(), loops(borrowed).size()))) {
                lanes.add(lane(loop, settings, resources));
            }
            return new LettuceConnections(resources, List.copyOf(lanes));
        } catch (Throwable t) {
            lanes.forEach(lane -> lane.connection().close());
            resources.close();
            throw t;
        }
    }

    private static Lane lane(EventLoop loop, RedisSettings settings, LettuceResources resources) {
        ValueTally values = new ValueTally();
        LettuceConnection connection = LettuceConnection.open(settings, resources.on(loop, values));
        RedisClusterAsyncCommands<byte[], byte[]> commands = connection.commands();
        GatheredReads reads = new GatheredReads(
                loop,
                commands,
                new RedisFailures(settings),
                settings.requestQueueSize(),
                settings.gathers() ? GatheredReads.MOST_KEYS : 1);
        return new Lane(connection, commands, loop, reads, new ReplyWaiters(loop), values);
    }

    /** The loop of each of so many connections. */
    private static List<EventLoop> spread(EventLoopGroup group, int connections) {
        List<EventLoop> loops = loops(group);
        return IntStream.range(0, connections)
                .mapToObj(i -> loops.get(i % loops.size()))
                .toList();
    }

    private static List<EventLoop> loops(EventLoopGroup group) {
        List<EventLoop> loops = new ArrayList<>();
        for (EventExecutor loop : group) {
            loops.add((EventLoop) loop);
        }
        return loops;
    }

    /** The connection that the calling thread should use. */
    Lane lane() {
        for (Lane lane : lanes) {
            if (lane.isCallers()) {
                return lane;
            }
        }
        return lanes.get((int) (Thread.currentThread().getId() % lanes.size()));
    }

    CommandRecorder recorder() {
        return resources.recorder();
    }

    ConnectionCounts counts() {
        return resources.counts();
    }

    boolean isClosed() {
        return closed.get();
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            lanes.forEach(lane -> lane.connection().close());
            resources.close();
        }
    }
}
