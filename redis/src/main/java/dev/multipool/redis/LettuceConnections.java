package dev.multipool.redis;

import io.lettuce.core.api.async.RedisAsyncCommands;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.util.Timer;
import io.netty.util.concurrent.EventExecutor;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The connections to one Redis: on event loops of their own, or on those of a server, one for each loop at least.
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

    /** A connection and the borrowed loop that it lives on; null when Lettuce has loops of its own. */
    private record Lane(
            LettuceConnection connection,
            RedisAsyncCommands<byte[], byte[]> commands,
            @Nullable EventLoop loop) {
        boolean isCallers() {
            return loop != null && loop.inEventLoop();
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
            for (EventLoop loop : loopOfEachConnection(settings, borrowed)) {
                LettuceConnection connection = LettuceConnection.open(settings, resources.on(loop));
                lanes.add(new Lane(connection, connection.connection().async(), loop));
            }
            while (lanes.size() < settings.connections()) {
                LettuceConnection connection = LettuceConnection.open(settings, resources.onOwnLoops());
                lanes.add(new Lane(connection, connection.connection().async(), null));
            }
            return new LettuceConnections(resources, List.copyOf(lanes));
        } catch (Throwable t) {
            lanes.forEach(lane -> lane.connection().close());
            resources.close();
            throw t;
        }
    }

    /** As many connections as wanted, spread over the loops, and none of the loops left out. */
    private static List<EventLoop> loopOfEachConnection(RedisSettings settings, @Nullable EventLoopGroup borrowed) {
        if (borrowed == null) {
            return List.of();
        }
        List<EventLoop> loops = new ArrayList<>();
        for (EventExecutor loop : borrowed) {
            loops.add((EventLoop) loop);
        }
        for (int i = 0; loops.size() < settings.connections(); i++) {
            loops.add(loops.get(i));
        }
        return loops;
    }

    /** The commands of the connection that the calling thread should use. */
    RedisAsyncCommands<byte[], byte[]> commands() {
        for (Lane lane : lanes) {
            if (lane.isCallers()) {
                return lane.commands();
            }
        }
        return lanes.get((int) (Thread.currentThread().getId() % lanes.size())).commands();
    }

    /** Whether the calling thread is an event loop of one of the connections, and so must not wait for a reply. */
    boolean isOnEventLoop() {
        for (Lane lane : lanes) {
            if (lane.isCallers()) {
                return true;
            }
        }
        return false;
    }

    CommandRecorder recorder() {
        return resources.recorder();
    }

    Timer timer() {
        return resources.timer();
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
