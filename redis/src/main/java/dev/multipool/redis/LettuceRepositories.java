package dev.multipool.redis;

import dev.multipool.rpc.protocol.transport.Transport;
import io.lettuce.core.resource.Transports;
import io.netty.channel.EventLoopGroup;
import java.util.Map;

/**
 * The repositories of one Redis, all over the same pipelined connections.
 *
 * <pre>{@code
 * try (LettuceRepositories redis = LettuceRepositories.connect(RedisSettings.of(uri))) {
 *     redis.users().find(42, Duration.ofMillis(50));
 *     redis.items().find(7, 0, Duration.ofMillis(50));
 * }
 * }</pre>
 *
 * <p><b>Threads:</b> any thread may call; see {@link LettuceUserInfoRepository}.
 *
 * <p><b>Lifecycle:</b> {@link #connect} returns connected repositories or throws and leaves no thread behind. {@link
 * #close} ends within seconds and may be called twice.
 */
public final class LettuceRepositories implements AutoCloseable {
    private final LettuceReads reads;
    private final UserInfoRepository users;
    private final ItemRepository items;

    private LettuceRepositories(LettuceReads reads) {
        this.reads = reads;
        this.users = new LettuceUserInfoRepository(reads);
        this.items = new LettuceItemRepository(reads);
    }

    /**
     * Connects.
     *
     * @throws RedisUnavailableException when this Redis can't be reached within {@code connectTimeout}
     */
    public static LettuceRepositories connect(RedisSettings settings) {
        return new LettuceRepositories(LettuceReads.connect(settings, null));
    }

    /** Whether connections can live on event loops of this transport: Lettuce knows one kind of channel per process. */
    public static boolean canBorrow(Transport transport) {
        return Transports.socketChannelClass() == transport.clientChannel();
    }

    /**
     * Connects on the event loops of a server, which stay the server's: close this first. {@code findAsync} on one of
     * them needs no other thread; {@code find} there is refused, since it would wait for itself. The loops' transport
     * must pass {@link #canBorrow}.
     *
     * @throws RedisUnavailableException when this Redis can't be reached within {@code connectTimeout}
     */
    public static LettuceRepositories connect(RedisSettings settings, EventLoopGroup borrowed) {
        return new LettuceRepositories(LettuceReads.connect(settings, borrowed));
    }

    public UserInfoRepository users() {
        return users;
    }

    public ItemRepository items() {
        return items;
    }

    /** How long commands took, by kind; nothing is counted unless {@link RedisSettings#measureCommands()}. */
    public Map<String, CommandTimes> commandTimes() {
        return reads.recorder().times();
    }

    /** Connections made again after they broke or were dropped, to each server of a Cluster. */
    public long reconnects() {
        return reads.counts().reconnects();
    }

    /** Connections that were closed because Redis owed replies and was silent; they are made again. */
    public long droppedConnections() {
        return reads.counts().dropped();
    }

    /** Begins to count commands anew: for what was sent before the service is there, such as to warm it up. */
    public void forgetCommandTimes() {
        reads.recorder().times().values().forEach(CommandTimes::forget);
    }

    /** Closes the connections; calls under way fail. Bounded in time; a second call does nothing. */
    @Override
    public void close() {
        reads.close();
    }
}
