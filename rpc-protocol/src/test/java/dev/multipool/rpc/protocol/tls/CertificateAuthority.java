package dev.multipool.rpc.protocol.tls;

import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;

/** Issues certificates into files of a directory; its own is NAME.crt. For tests. */
public final class CertificateAuthority {
    private final Path directory;
    private final X509Bundle root;

    public CertificateAuthority(Path directory, String name) throws Exception {
        this.directory = directory;
        this.root = new CertificateBuilder()
                .subject("CN=" + name)
                .setIsCertificateAuthority(true)
                .ecp256()
                .buildSelfSigned();
        Files.writeString(directory.resolve(name + ".crt"), root.getCertificatePEM());
    }

    /** Writes NAME.crt and NAME.key, of a server at this address. */
    public void issue(String name, String address) throws Exception {
        issue(name, new CertificateBuilder().ecp256().addSanIpAddress(address));
    }

    /** The same with a key of RSA, which takes long to make. */
    public void issueWithRsa(String name, String address) throws Exception {
        issue(name, new CertificateBuilder().rsa2048().addSanIpAddress(address));
    }

    /** The same, valid for the month before an instant. */
    public void issue(String name, String address, Instant end) throws Exception {
        issue(
                name,
                new CertificateBuilder()
                        .ecp256()
                        .addSanIpAddress(address)
                        .notBefore(end.minus(Duration.ofDays(30)))
                        .notAfter(end));
    }

    private void issue(String name, CertificateBuilder described) throws Exception {
        X509Bundle issued = described.subject("CN=" + name).buildIssuedBy(root);
        Files.writeString(directory.resolve(name + ".crt"), issued.getCertificatePEM());
        Files.writeString(directory.resolve(name + ".key"), issued.getPrivateKeyPEM());
    }
}
