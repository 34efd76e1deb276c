package dev.multipool.rpc.protocol.transport;

import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoHandler;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.channel.uring.IoUring;
import io.netty.channel.uring.IoUringIoHandler;
import io.netty.channel.uring.IoUringServerSocketChannel;
import io.netty.channel.uring.IoUringSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.util.Arrays;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What waits for sockets: the JDK's selector, or one of Linux's own interfaces by Netty's native code. Event loops and
 * channels of one transport belong together.
 */
public enum Transport {
    /** Epoll where it is available, else NIO. Never io_uring: container runtimes and hardened kernels often forbid it. */
    AUTO,
    /** The JDK's selector: everywhere. */
    NIO,
    /** Linux on x86-64 and arm64. */
    EPOLL,
    /** Linux on x86-64 and arm64 with a kernel that has it and allows it. */
    IO_URING;

    /**
     * The transport with this name, as settings spell it: {@code auto}, {@code nio}, {@code epoll}, {@code io_uring}.
     *
     * @throws IllegalArgumentException when there is none
     */
    public static Transport parse(String name) {
        return Arrays.stream(values())
                .filter(transport -> transport.toString().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "transport: " + name + " (expected: auto, nio, epoll or io_uring)"));
    }

    /**
     * The transport to use: this one, or what {@link #AUTO} comes to here.
     *
     * @throws IllegalArgumentException when it is not available here, with the reason
     */
    public Transport resolve() {
        if (this == AUTO) {
            return Epoll.isAvailable() ? EPOLL : NIO;
        }
        Throwable cause = unavailabilityCause();
        if (cause != null) {
            throw new IllegalArgumentException("transport: " + this + " is not available here: " + rootMessage(cause)
                    + " (expected: nio or auto)");
        }
        return this;
    }

    /** Whether it is available here. */
    public boolean isAvailable() {
        return unavailabilityCause() == null;
    }

    /**
     * Makes event loops of this transport. They outlive whatever a task of theirs throws.
     *
     * @param threads one event loop each
     * @param name their threads' name, a number is added
     * @param daemon whether the JVM may end while they run
     * @throws IllegalArgumentException when it is not available here, with the reason
     */
    public EventLoopGroup newEventLoops(int threads, String name, boolean daemon) {
        return new EnduringEventLoops(
                threads, new DefaultThreadFactory(name, daemon), resolve().ioHandlers());
    }

    /**
     * Checks that channels of this transport can run on event loops that somebody else made.
     *
     * @throws IllegalArgumentException when they can't
     */
    public void requireFitting(EventLoopGroup eventLoops) {
        Transport resolved = resolve();
        if (!(eventLoops instanceof MultiThreadIoEventLoopGroup group) || !group.isIoType(resolved.ioHandlerType())) {
            throw new IllegalArgumentException(
                    "event loops: " + eventLoops.getClass().getSimpleName()
                            + " of another kind (expected: event loops of transport " + resolved + ")");
        }
    }

    /** The class of listening channels. */
    public Class<? extends ServerChannel> serverChannel() {
        return switch (resolve()) {
            case EPOLL -> EpollServerSocketChannel.class;
            case IO_URING -> IoUringServerSocketChannel.class;
            default -> NioServerSocketChannel.class;
        };
    }

    /** The class of connecting channels. */
    public Class<? extends SocketChannel> clientChannel() {
        return switch (resolve()) {
            case EPOLL -> EpollSocketChannel.class;
            case IO_URING -> IoUringSocketChannel.class;
            default -> NioSocketChannel.class;
        };
    }

    /** As settings spell it. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }

    private IoHandlerFactory ioHandlers() {
        return switch (this) {
            case EPOLL -> EpollIoHandler.newFactory();
            case IO_URING -> IoUringIoHandler.newFactory();
            default -> NioIoHandler.newFactory();
        };
    }

    private Class<? extends IoHandler> ioHandlerType() {
        return switch (this) {
            case EPOLL -> EpollIoHandler.class;
            case IO_URING -> IoUringIoHandler.class;
            default -> NioIoHandler.class;
        };
    }

    private @Nullable Throwable unavailabilityCause() {
        return switch (this) {
            case AUTO, NIO -> null;
            case EPOLL -> Epoll.unavailabilityCause();
            case IO_URING -> IoUring.unavailabilityCause();
        };
    }

    /** The first line of the deepest cause: those above only say that a library could not be loaded. */
    private static String rootMessage(Throwable cause) {
        Throwable root = cause;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return String.valueOf(root.getMessage()).lines().findFirst().orElse(root.toString());
    }
}
