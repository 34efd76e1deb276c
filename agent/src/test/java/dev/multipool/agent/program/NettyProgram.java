package dev.multipool.agent.program;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/** Netty's event loops, with a server and without. */
public final class NettyProgram {

    private static final String NAME = "loop";

    private NettyProgram() {}

    /** Runs the scenario that is named. */
    public static void main(String[] arguments) throws Exception {
        // their queues are bounded only by this
        System.setProperty("io.netty.eventLoop.maxPendingTasks", "2048");
        int threads = arguments[0].equals("truth") ? 16 : 4;
        EventLoopGroup loops =
                new MultiThreadIoEventLoopGroup(threads, JdkPoolProgram.named(NAME), NioIoHandler.newFactory());
        switch (arguments[0]) {
            case "times" -> Truth.compare(NAME, loops);
            case "many" -> many(loops);
            case "truth" -> ManyTasks.compare(NAME, 100_000, 2000, ManyTasks.of(loops));
            case "scheduled" -> scheduled(loops);
            case "server" -> server(loops);
            default -> throw new IllegalArgumentException(arguments[0]);
        }
        System.exit(0);
    }

    /** Many tasks: most return, some are rejected, some throw. */
    private static void many(EventLoopGroup loops) throws InterruptedException {
        int rejected = 0;
        int failed = 0;
        for (int i = 0; i < Ledgers.MANY; i++) {
            boolean fails = i % 5000 == 9;
            try {
                loops.execute(() -> {
                    if (fails) {
                        throw new JdkPoolProgram.Expected();
                    }
                });
                failed = Math.addExact(failed, fails ? 1 : 0);
            } catch (RejectedExecutionException e) {
                rejected++;
                if (rejected % 100 == 0) {
                    Thread.sleep(1);
                }
            }
        }
        Ledgers.awaitEnds(NAME, Ledgers.MANY);
        Ledgers.figure("rejected", rejected);
        Ledgers.figure("failed", failed);
        Ledgers.print(NAME);
    }

    /** Tasks with a time of their own, told by another thread, of which one is not due for long. */
    private static void scheduled(EventLoopGroup loops) {
        EventLoop loop = loops.next();
        List<Future<?>> told = List.of(
                loop.schedule(() -> {}, 50, TimeUnit.MILLISECONDS),
                loop.schedule(() -> {}, 10, TimeUnit.MILLISECONDS),
                loop.schedule(() -> {}, 1, TimeUnit.MILLISECONDS),
                loop.schedule(() -> {}, 1, TimeUnit.HOURS));
        Ledgers.awaitEnds(NAME, 3);
        Ledgers.figure("done", (double) told.stream().filter(Future::isDone).count());
        Ledgers.print(NAME);
    }

    /** A server whose handler takes 100 ms for each of what it reads. */
    private static void server(EventLoopGroup loops) throws Exception {
        LongAdder handled = new LongAdder();
        ServerBootstrap server = new ServerBootstrap()
                .group(loops)
                .channel(NioServerSocketChannel.class)
                .childHandler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel channel) {
                        channel.pipeline().addLast(new Slow(handled));
                    }
                });
        InetSocketAddress address = (InetSocketAddress) server.bind(InetAddress.getLoopbackAddress(), 0)
                .sync()
                .channel()
                .localAddress();
        try (Socket client = new Socket(address.getAddress(), address.getPort())) {
            call(client, 3);
            Thread.sleep(300);
            double busy = Ledgers.read(NAME, "BusyNanos");
            double arrivals = Ledgers.read(NAME, "ArrivalsTasks");
            long before = handled.sum();
            call(client, 20);
            Thread.sleep(300);
            Ledgers.figure("handled", (double) handled.sum() - before);
            Ledgers.figure("ledgerBusy", Ledgers.read(NAME, "BusyNanos") - busy);
            Ledgers.figure("events", Ledgers.read(NAME, "ArrivalsTasks") - arrivals);
        }
        Ledgers.print(NAME);
    }

    private static void call(Socket client, int times) throws IOException {
        for (int i = 0; i < times; i++) {
            client.getOutputStream().write(i);
            if (client.getInputStream().read() != i) {
                throw new IOException("another byte came back");
            }
        }
    }

    /** Sends back what it reads, after a while. */
    private static final class Slow extends ChannelInboundHandlerAdapter {
        private final LongAdder handled;

        Slow(LongAdder handled) {
            this.handled = handled;
        }

        @Override
        public void channelRead(ChannelHandlerContext context, Object read) throws InterruptedException {
            long began = System.nanoTime();
            Thread.sleep(100);
            context.writeAndFlush(read).addListener(ChannelFutureListener.CLOSE_ON_FAILURE);
            handled.add(System.nanoTime() - began);
        }
    }
}
