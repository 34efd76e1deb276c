package dev.multipool.bench.socket;

import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.GeneralSecurityException;
import java.util.function.UnaryOperator;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;

/** TLS that checks no certificate, as the load is for a server of one's own. */
public final class TrustAll {
    private TrustAll() {}

    /**
     * A client's context.
     *
     * @param further what the protocol adds, such as what it offers by ALPN
     */
    public static SslContext client(UnaryOperator<SslContextBuilder> further) {
        try {
            return further.apply(SslContextBuilder.forClient()
                            .trustManager(InsecureTrustManagerFactory.INSTANCE)
                            // null: nor is the name in it
                            .endpointIdentificationAlgorithm(null))
                    .build();
        } catch (SSLException e) {
            throw new UncheckedIOException(new IOException("no TLS: " + e.getMessage(), e));
        }
    }

    /** The same for a client of the JDK. Its trust managers are extended ones, which alone decide about the name. */
    public static SSLContext jdkClient() {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, InsecureTrustManagerFactory.INSTANCE.getTrustManagers(), null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new UncheckedIOException(new IOException("no TLS: " + e.getMessage(), e));
        }
    }
}
