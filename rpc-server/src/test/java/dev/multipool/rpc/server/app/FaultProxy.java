package dev.multipool.rpc.server.app;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A TCP proxy before a real server that does to the bytes what a bad network does, by {@link Toxics} as Toxiproxy has
 * them. New toxics hold for what passes from then on, on open connections too.
 */
final class FaultProxy implements AutoCloseable {
    private static final byte[] NONSENSE = "@what?\u0000\r\n!9\r\n".getBytes(StandardCharsets.ISO_8859_1);
    private static final int SLICES_PER_SECOND = 50;

    private final URI target;
    private final ServerSocket listener;
    private final Set<Link> links = ConcurrentHashMap.newKeySet();
    private volatile Toxics toxics = Toxics.NONE;

    /**
     * What happens to connections.
     *
     * @param latency before each piece of an answer
     * @param jitter most that is added to it, evenly spread
     * @param bytesPerSecond of answers, on each connection
     * @param cutAfterBytes of answers each connection is reset
     * @param closeDelay how long an end is kept from the other side
     * @param nonsense whether answers are replaced by what is none
     */
    record Toxics(
            Duration latency,
            Duration jitter,
            int bytesPerSecond,
            long cutAfterBytes,
            Duration closeDelay,
            boolean nonsense) {
        static final Toxics NONE =
                new Toxics(Duration.ZERO, Duration.ZERO, Integer.MAX_VALUE, Long.MAX_VALUE, Duration.ZERO, false);

        static Toxics latency(Duration latency, Duration jitter) {
            return new Toxics(latency, jitter, NONE.bytesPerSecond, NONE.cutAfterBytes, NONE.closeDelay, NONE.nonsense);
        }

        static Toxics bandwidth(int bytesPerSecond) {
            return new Toxics(
                    NONE.latency, NONE.jitter, bytesPerSecond, NONE.cutAfterBytes, NONE.closeDelay, NONE.nonsense);
        }

        static Toxics cutAfter(long bytes) {
            return new Toxics(NONE.latency, NONE.jitter, NONE.bytesPerSecond, bytes, NONE.closeDelay, NONE.nonsense);
        }

        static Toxics slowClose(Duration delay) {
            return new Toxics(NONE.latency, NONE.jitter, NONE.bytesPerSecond, NONE.cutAfterBytes, delay, NONE.nonsense);
        }

        static Toxics answeringNonsense() {
            return new Toxics(
                    NONE.latency, NONE.jitter, NONE.bytesPerSecond, NONE.cutAfterBytes, NONE.closeDelay, true);
        }
    }

    FaultProxy(URI target) throws IOException {
        this.target = target;
        this.listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        start("accept", this::acceptAll);
    }

    URI uri() {
        return URI.create(target.getScheme() + "://127.0.0.1:" + listener.getLocalPort());
    }

    void apply(Toxics newToxics) {
        toxics = newToxics;
    }

    /** Ends every connection at its server's side, as a server does that goes away. */
    void endAll() throws IOException {
        for (Link link : links) {
            link.server.shutdownInput();
        }
    }

    /** Connections that are open on either side. */
    int connections() {
        return links.size();
    }

    @Override
    public void close() throws IOException {
        listener.close();
        for (Link link : links) {
            link.close();
        }
    }

    private void acceptAll() throws IOException {
        while (true) {
            Socket client = listener.accept();
            Link link = new Link(client, new Socket(target.getHost(), target.getPort()));
            links.add(link);
            start("requests", link::passRequests);
            start("answers", link::passAnswers);
        }
    }

    /** What may end because a socket was closed. */
    @FunctionalInterface
    private interface Work {
        void run() throws IOException;
    }

    private static void start(String what, Work work) {
        Thread thread = new Thread(
                () -> {
                    try {
                        work.run();
                    } catch (IOException e) {
                        // a socket was closed, by a peer or by close(): the thread's work is done
                        Thread.currentThread().interrupt();
                    }
                },
                "fault-proxy-" + what);
        thread.setDaemon(true);
        thread.start();
    }

    /** One connection's two sides. */
    private final class Link {
        private final Socket client;
        private final Socket server;
        private final SplittableRandom random = new SplittableRandom(1);
        private long answered;

        Link(Socket client, Socket server) throws IOException {
            this.client = client;
            this.server = server;
            client.setTcpNoDelay(true);
            server.setTcpNoDelay(true);
        }

        void passRequests() throws IOException {
            byte[] buffer = new byte[1 << 16];
            try {
                InputStream in = client.getInputStream();
                OutputStream out = server.getOutputStream();
                for (int length = in.read(buffer); length >= 0; length = in.read(buffer)) {
                    out.write(buffer, 0, length);
                }
            } finally {
                end();
            }
        }

        void passAnswers() throws IOException {
            byte[] buffer = new byte[1 << 16];
            try {
                InputStream in = server.getInputStream();
                for (int length = in.read(buffer); length >= 0; length = in.read(buffer)) {
                    answer(Arrays.copyOf(buffer, length));
                }
            } finally {
                end();
            }
        }

        private void answer(byte[] bytes) throws IOException {
            Toxics before = toxics;
            long jitter = before.jitter().toNanos();
            pause(before.latency().toNanos() + (jitter == 0 ? 0 : random.nextLong(jitter)));
            answered += bytes.length;
            if (answered > before.cutAfterBytes()) {
                client.setSoLinger(true, 0);
                close();
                return;
            }
            trickle(before.nonsense() ? NONSENSE : bytes);
        }

        private void trickle(byte[] bytes) throws IOException {
            int from = 0;
            while (from < bytes.length) {
                int perSecond = toxics.bytesPerSecond();
                int length = Math.min(Math.max(1, perSecond / SLICES_PER_SECOND), bytes.length - from);
                client.getOutputStream().write(bytes, from, length);
                from += length;
                if (perSecond < Integer.MAX_VALUE) {
                    pause(TimeUnit.SECONDS.toNanos(length) / perSecond);
                }
            }
        }

        /** One side has ended; the other one learns it late. */
        private void end() throws IOException {
            pause(toxics.closeDelay().toNanos());
            close();
        }

        void close() throws IOException {
            links.remove(this);
            client.close();
            server.close();
        }

        private static void pause(long nanos) {
            long until = System.nanoTime() + nanos;
            for (long left = nanos; left > 0; left = until - System.nanoTime()) {
                LockSupport.parkNanos(left);
            }
        }
    }
}
