package dev.multipool.deploy.attack;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Sends bytes and does no more than its manner says. */
final class BytesPeer implements HostilePeer {
    /** Fixed, since Linux lets it grow to several MiB by itself: a peer that does not read is to be noticed. */
    private static final int RECEIVE_BUFFER_BYTES = 64 << 10;

    private final int port;
    private final Supplier<byte[]> bytes;
    private final Manner manner;
    private final ByteBuffer answer = ByteBuffer.allocate(4 << 10);
    private @Nullable SocketChannel channel;
    private ByteBuffer unsent = ByteBuffer.allocate(0);
    private long openAgainNanos = System.nanoTime();

    /** What a peer does with the bytes that it sends, and then. */
    record Manner(int bytesAStep, Then then, Duration absence) {
        static final int ALL = Integer.MAX_VALUE;

        /** What follows the last byte. */
        enum Then {
            /** Waits for the server to end the connection. */
            STAY,
            /** Sends all again, and never reads. */
            AGAIN_UNREAD,
            /** Ends the connection by a reset. */
            RESET
        }
    }

    BytesPeer(int port, Supplier<byte[]> bytes, Manner manner) {
        this.port = port;
        this.bytes = bytes;
        this.manner = manner;
    }

    @Override
    public void step() throws IOException {
        if (channel == null) {
            if (System.nanoTime() - openAgainNanos >= 0) {
                open();
            }
            return;
        }
        try {
            send(channel);
            if (manner.then() != Manner.Then.AGAIN_UNREAD && channel.read(answer.clear()) < 0) {
                close();
            } else if (!unsent.hasRemaining() && manner.then() == Manner.Then.RESET) {
                channel.setOption(StandardSocketOptions.SO_LINGER, 0);
                close();
            }
        } catch (IOException e) {
            // the server had enough
            close();
        }
    }

    private void open() throws IOException {
        SocketChannel opened = SocketChannel.open();
        try {
            opened.setOption(StandardSocketOptions.SO_RCVBUF, RECEIVE_BUFFER_BYTES);
            opened.bind(new InetSocketAddress(ADDRESS, 0));
            opened.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            opened.configureBlocking(false);
        } catch (IOException e) {
            opened.close();
            throw e;
        }
        unsent = ByteBuffer.wrap(bytes.get());
        channel = opened;
    }

    private void send(SocketChannel to) throws IOException {
        if (!unsent.hasRemaining() && manner.then() == Manner.Then.AGAIN_UNREAD) {
            unsent.rewind();
        }
        int end = unsent.limit();
        unsent.limit((int) Math.min(end, unsent.position() + (long) manner.bytesAStep()));
        to.write(unsent);
        unsent.limit(end);
    }

    @Override
    public void close() throws IOException {
        if (channel != null) {
            channel.close();
            channel = null;
        }
        openAgainNanos = System.nanoTime() + manner.absence().toNanos();
    }
}
