package dev.multipool.rpc.server.app.tracing;

import dev.multipool.redis.ItemRepository;
import dev.multipool.redis.UserInfoRepository;
import dev.multipool.rpc.server.RpcServerBuilder;
import java.net.URI;

/**
 * What traces a service: it goes around the server and the repositories before they are put together. Without tracing
 * nothing goes around anything, and no class of OpenTelemetry is loaded.
 *
 * <p><b>Lifecycle</b>: closed after the server; what was collected until then is sent, within seconds.
 */
public interface Traces extends AutoCloseable {
    /** Traces nothing. */
    Traces NONE = new Traces() {};

    /** The server's calls, and the tasks on the pools that it makes. */
    default RpcServerBuilder server(RpcServerBuilder server) {
        return server;
    }

    /**
     * The reads of users.
     *
     * @param redis where they are read from
     */
    default UserInfoRepository users(UserInfoRepository users, URI redis) {
        return users;
    }

    /**
     * The reads of items.
     *
     * @param redis where they are read from
     */
    default ItemRepository items(ItemRepository items, URI redis) {
        return items;
    }

    @Override
    default void close() {}
}
