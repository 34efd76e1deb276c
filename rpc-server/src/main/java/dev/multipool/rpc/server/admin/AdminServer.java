package dev.multipool.rpc.server.admin;

import dev.multipool.pools.MeasuredPool;
import dev.multipool.pools.NanoClock;
import dev.multipool.pools.PoolConfig;
import dev.multipool.pools.Pools;
import dev.multipool.pools.admission.AdmissionObjective;
import dev.multipool.rpc.protocol.transport.AcceptFailures;
import dev.multipool.rpc.protocol.transport.Transport;
import dev.multipool.rpc.server.RpcServer;
import dev.multipool.rpc.server.watch.LiveHead;
import dev.multipool.rpc.server.watch.LiveReport;
import dev.multipool.rpc.server.watch.PoolReport;
import dev.multipool.rpc.server.watch.ServerHead;
import dev.multipool.rpc.server.watch.ServerReport;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpServerCodec;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Shows over HTTP what a server is doing. It has a port and threads of its own, so it answers when the server is
 * overloaded.
 *
 * <pre>{@code
 * ServerReport report = new ServerReport(server, new ThreadDump(ThreadClassifier.standard()), NanoClock.system());
 * AdminServer admin = AdminServer.builder(server, report).settings(AdminSettings.onLoopback(9000)).build();
 * admin.start();
 * }</pre>
 *
 * <p><b>Bounds</b>: 64 connections of one request each, 56 of them for pages. 8 KiB of headers, 16 KiB of body. 10 s
 * for a request to come in and 150 s for its answer to go out. 4 pages at a time and 16 that wait. 8 live streams,
 * which have no deadline. Health is answered on the event loop, whatever the pages do.
 *
 * <p><b>Threads</b>: any thread may call. Its own are {@code admin-io} and the pool {@code admin}.
 *
 * <p><b>Lifecycle</b>: {@link #start} once; {@link #close} ends it in bounded time, a second one does nothing.
 */
public final class AdminServer implements AutoCloseable {
    private static final int MAX_LINE_BYTES = 4096;
    private static final int MAX_HEADER_BYTES = 8192;
    private static final int MAX_BODY_BYTES = 16 << 10;
    private static final PoolConfig THREADS = PoolConfig.parse("admin", "fixed:threads=4,queue=16");
    private static final Duration STOP_BOUND = Duration.ofSeconds(2);

    private final AdminSettings settings;
    private final ProfilePage profile;
    private final MeasuredPool pool = Pools.create(THREADS);
    private final AdminHandler handler;
    private final AdminConnections connections = new AdminConnections();
    private @Nullable EventLoopGroup loop;
    private @Nullable Channel listener;

    AdminServer(AdminSettings settings, AdminRoutes routes, ProfilePage profile) {
        this.settings = settings;
        this.profile = profile;
        this.handler = new AdminHandler(routes, new AdminGuard(settings), pool, connections);
    }

    /** Begins the description of an admin port for this server. */
    public static Builder builder(RpcServer server, ServerReport report) {
        return new Builder(
                report.pools(), new ServerHead(server), routes -> new ServerPages(server, report).addTo(routes));
    }

    /** Begins the description of the same port for pools that are no server's of ours. */
    public static Builder builder(PoolReport pools, LiveHead head) {
        return new Builder(pools, head, routes -> {});
    }

    /**
     * Listens.
     *
     * @throws IOException when the address can't be listened on, with the address and the reason; nothing is left behind
     */
    public synchronized void start() throws IOException {
        if (loop != null) {
            throw new IllegalStateException("the admin port was started already (expected: once)");
        }
        loop = Transport.NIO.newEventLoops(1, "admin-io", false);
        ChannelFuture bound = new ServerBootstrap()
                .group(loop)
                .channel(NioServerSocketChannel.class)
                .option(ChannelOption.SO_REUSEADDR, true)
                .handler(new AcceptFailures())
                .childHandler(new Pipeline())
                .bind(settings.host(), settings.port())
                .awaitUninterruptibly();
        if (!bound.isSuccess()) {
            close();
            throw new IOException("admin: cannot listen on " + settings.host() + ":" + settings.port() + ": "
                    + bound.cause().getMessage() + " (expected: an address of this machine and a free port)");
        }
        listener = bound.channel();
    }

    /**
     * Where it listens.
     *
     * @throws IllegalStateException when it does not
     */
    public synchronized InetSocketAddress address() {
        if (listener == null) {
            throw new IllegalStateException("the admin port does not listen (expected: started)");
        }
        return (InetSocketAddress) listener.localAddress();
    }

    @Override
    public synchronized void close() {
        if (listener != null) {
            listener.close().awaitUninterruptibly(STOP_BOUND.toMillis());
            listener = null;
        }
        profile.close();
        pool.stop(STOP_BOUND);
        connections.close(STOP_BOUND);
        if (loop != null) {
            loop.shutdownGracefully(0, STOP_BOUND.toMillis(), TimeUnit.MILLISECONDS)
                    .awaitUninterruptibly(STOP_BOUND.toMillis());
        }
    }

    private final class Pipeline extends ChannelInitializer<SocketChannel> {
        @Override
        @SuppressWarnings("FutureReturnValueIgnored") // a connection too many is closed, or closes itself
        protected void initChannel(SocketChannel channel) {
            if (!connections.admit(channel)) {
                channel.close();
                return;
            }
            channel.pipeline()
                    .addLast(new HttpServerCodec(MAX_LINE_BYTES, MAX_HEADER_BYTES, MAX_HEADER_BYTES))
                    .addLast(new HttpObjectAggregator(MAX_BODY_BYTES))
                    .addLast(new AdminDeadline())
                    .addLast(handler);
        }
    }

    /** Collects what an admin port shows beside the server's own pages. Not thread-safe. */
    public static final class Builder {
        private final AdminRoutes routes = new AdminRoutes();
        private final PoolReport pools;
        private final LiveHead head;
        private final Consumer<AdminRoutes> own;
        private AdminSettings settings = AdminSettings.onLoopback(0);
        private @Nullable AdmissionObjective objective;

        private Builder(PoolReport pools, LiveHead head, Consumer<AdminRoutes> own) {
            this.pools = pools;
            this.head = head;
            this.own = own;
        }

        /** Where it listens and what it allows; default a free port on loopback, with changes and without profiling. */
        public Builder settings(AdminSettings settings) {
            this.settings = settings;
            return this;
        }

        /** What the live page holds queue time and service time against; default nothing. */
        public Builder objective(AdmissionObjective objective) {
            this.objective = objective;
            return this;
        }

        /**
         * Adds a page of one's own that only looks.
         *
         * @param path with a slash at its beginning
         * @param description one sentence for the index
         * @throws IllegalArgumentException when it is there already
         */
        public Builder page(String path, String description, AdminPage page) {
            routes.add("GET", path, new AdminRoutes.Route(description, false, page));
            return this;
        }

        /**
         * Makes the admin port; it listens from {@link AdminServer#start} on.
         *
         * @throws IllegalArgumentException when a page of one's own has the path of another
         */
        public AdminServer build() {
            own.accept(routes);
            new PoolPages(pools).addTo(routes, settings.changes());
            ProfilePage profile = new ProfilePage();
            if (settings.profiling()) {
                routes.add(
                        "GET",
                        "/profile",
                        new AdminRoutes.Route(
                                "A profile: ?event=cpu|wall|alloc|lock&seconds=N&format=html|jfr", true, profile));
            }
            LiveReport live = new LiveReport(pools, head, objective, NanoClock.system());
            new LivePages(live, settings, objective).addTo(routes);
            return new AdminServer(settings, routes, profile);
        }
    }
}
