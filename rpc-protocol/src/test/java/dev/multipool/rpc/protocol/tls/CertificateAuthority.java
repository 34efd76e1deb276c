package dev.multipool.rpc.protocol.tls;

import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import java.nio.file.Files;
import java.nio.file.Path;

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
        X509Bundle issued = new CertificateBuilder()
                .subject("CN=" + name)
                .addSanIpAddress(address)
                .rsa2048()
                .buildIssuedBy(root);
        Files.writeString(directory.resolve(name + ".crt"), issued.getCertificatePEM());
        Files.writeString(directory.resolve(name + ".key"), issued.getPrivateKeyPEM());
    }
}
