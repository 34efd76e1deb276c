package dev.multipool.bench.app.options;

import com.google.protobuf.ByteString;
import dev.multipool.bench.baidustd.ConnectionSettings;
import dev.multipool.rpc.protocol.tls.TlsFiles;
import dev.multipool.rpc.protocol.transport.Transport;
import dev.multipool.rpc.protocol.transport.TransportSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** How connections are made, as options. */
final class ConnectionOptions {
    @Option(
            names = "--transport",
            defaultValue = "auto",
            paramLabel = "NAME",
            converter = TransportConverter.class,
            description = "what waits for sockets: auto, nio, epoll or io_uring")
    private Transport transport = TransportSettings.DEFAULT.transport();

    @Option(
            names = "--tls-trust",
            paramLabel = "FILE",
            description =
                    "TLS: PEM file with the certificates that the server's must come from; it must name --target's host")
    private @Nullable Path trust;

    @Option(
            names = "--tls-certificate",
            paramLabel = "FILE",
            description = "mutual TLS: PEM file with the certificate to show; together with --tls-key")
    private @Nullable Path certificate;

    @Option(
            names = "--tls-key",
            paramLabel = "FILE",
            description = "mutual TLS: its private key, PKCS#8, not encrypted")
    private @Nullable Path key;

    @Option(
            names = "--credential-file",
            paramLabel = "FILE",
            description =
                    "its first line goes along as authentication_data; in a file, because a command line can be read by"
                            + " every user of the machine")
    private @Nullable Path credentialFile;

    /**
     * The settings asked for.
     *
     * @throws IllegalArgumentException when options contradict each other, or a file can't be read
     */
    ConnectionSettings settings() {
        boolean asksForTls = trust != null || certificate != null || key != null;
        return new ConnectionSettings(
                asksForTls ? new TlsFiles(certificate, key, trust) : null,
                TransportSettings.DEFAULT.withTransport(transport),
                credential());
    }

    private ByteString credential() {
        if (credentialFile == null) {
            return ByteString.EMPTY;
        }
        try {
            List<String> lines = Files.readAllLines(credentialFile);
            String first = lines.isEmpty() ? "" : lines.get(0).strip();
            if (first.isEmpty()) {
                throw new IllegalArgumentException("--credential-file: " + credentialFile
                        + " is empty (expected: the credential in its first line)");
            }
            return ByteString.copyFromUtf8(first);
        } catch (IOException e) {
            throw new IllegalArgumentException("--credential-file: " + credentialFile
                    + " can't be read (expected: a text file with the credential in its first line)");
        }
    }

    static final class TransportConverter implements ITypeConverter<Transport> {
        @Override
        public Transport convert(String text) {
            try {
                return Transport.parse(text);
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException(e.getMessage());
            }
        }
    }
}
