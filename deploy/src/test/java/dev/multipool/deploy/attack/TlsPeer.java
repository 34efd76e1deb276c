package dev.multipool.deploy.attack;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;

/** Makes the server agree on keys, in vain: by whole handshakes one after another, or by another one on the same connection. */
final class TlsPeer implements HostilePeer {
    private static final int PATIENCE_MILLIS = 1_000;

    private final int port;
    private final boolean renegotiates;
    private final SSLContext context;

    TlsPeer(int port, boolean renegotiates) {
        this.port = port;
        this.renegotiates = renegotiates;
        try {
            context = SSLContext.getInstance("TLS");
            context.init(null, new TrustManager[] {new Anybody()}, new SecureRandom());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void step() throws IOException {
        try (Socket plain = new Socket()) {
            plain.bind(new InetSocketAddress(ADDRESS, 0));
            plain.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), PATIENCE_MILLIS);
            plain.setSoTimeout(PATIENCE_MILLIS);
            try (SSLSocket socket =
                    (SSLSocket) context.getSocketFactory().createSocket(plain, "localhost", port, true)) {
                if (renegotiates) {
                    socket.setEnabledProtocols(new String[] {"TLSv1.2"});
                }
                socket.startHandshake();
                if (renegotiates) {
                    socket.startHandshake();
                    socket.getInputStream().read();
                }
            } catch (IOException e) {
                // the server had enough
                return;
            }
        }
    }

    @Override
    public void close() {}

    /** It does not matter who the server is. */
    private static final class Anybody implements X509TrustManager {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String authType) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String authType) {}

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
