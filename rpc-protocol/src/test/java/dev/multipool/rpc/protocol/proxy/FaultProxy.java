package dev.multipool.rpc.protocol.proxy;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A TCP proxy before a real server. It passes requests on as they are, and answers as its {@link AnswerRule} says.
 *
 * <p><b>Threads:</b> any may call it; two of its own serve each connection.
 */
public final class FaultProxy implements AutoCloseable {
    private final String host;
    private final int port;
    private final ServerSocket listener;
    private final Set<Link> links = ConcurrentHashMap.newKeySet();
    private volatile AnswerRule ruleOfNewLinks = AnswerRule.PASS;

    /** Listens on a free port of the loopback, for the server at this address. */
    public FaultProxy(String host, int port) throws IOException {
        this.host = host;
        this.port = port;
        this.listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        start("accept", this::acceptAll);
    }

    /** The port to connect to. */
    public int port() {
        return listener.getLocalPort();
    }

    /** Changes the rule of the connections that are open; new ones keep theirs. */
    public void applyToOpenConnections(AnswerRule rule) {
        links.forEach(link -> link.rule = rule);
    }

    /** Changes the rule of all connections, open and new ones. */
    public void applyToAllConnections(AnswerRule rule) {
        ruleOfNewLinks = rule;
        applyToOpenConnections(rule);
    }

    /** Ends every connection at its server's side, as a server does that goes away. */
    public void endAll() throws IOException {
        for (Link link : links) {
            link.server.shutdownInput();
        }
    }

    /** Counts the connections that are open. */
    public int connections() {
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
            Link link = new Link(listener.accept(), new Socket(host, port));
            links.add(link);
            link.rule = ruleOfNewLinks;
            start("requests", link::passRequests);
            start("answers", link::passAnswers);
        }
    }

    /** Work that may end because a socket was closed. */
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
    private final class Link implements AnswerRule.Caller {
        private final Socket client;
        private final Socket server;
        private volatile AnswerRule rule = AnswerRule.PASS;
        private long answeredBytes;

        Link(Socket client, Socket server) throws IOException {
            this.client = client;
            this.server = server;
            client.setTcpNoDelay(true);
            server.setTcpNoDelay(true);
        }

        void passRequests() throws IOException {
            copy(client, bytes -> server.getOutputStream().write(bytes));
        }

        void passAnswers() throws IOException {
            copy(server, bytes -> {
                answeredBytes += bytes.length;
                rule.pass(bytes, this);
            });
        }

        private void copy(Socket from, Sink sink) throws IOException {
            byte[] buffer = new byte[1 << 16];
            try {
                InputStream in = from.getInputStream();
                for (int length = in.read(buffer); length >= 0; length = in.read(buffer)) {
                    sink.take(Arrays.copyOf(buffer, length));
                }
            } finally {
                rule.beforeClose();
                close();
            }
        }

        @Override
        public void write(byte[] bytes) throws IOException {
            client.getOutputStream().write(bytes);
        }

        @Override
        public long answeredBytes() {
            return answeredBytes;
        }

        @Override
        public boolean isUnder(AnswerRule other) {
            return rule == other;
        }

        @Override
        public void reset() throws IOException {
            client.setSoLinger(true, 0);
            close();
        }

        void close() throws IOException {
            links.remove(this);
            client.close();
            server.close();
        }
    }

    /** Takes the bytes of one direction. */
    @FunctionalInterface
    private interface Sink {
        void take(byte[] bytes) throws IOException;
    }
}
