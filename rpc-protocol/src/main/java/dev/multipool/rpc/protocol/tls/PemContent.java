package dev.multipool.rpc.protocol.tls;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.NoSuchAlgorithmException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads what PEM files hold, and says what is wrong with those that do not. */
final class PemContent {
    private static final Pattern KEY =
            Pattern.compile("-----BEGIN PRIVATE KEY-----\\s+([A-Za-z0-9+/=\\s]+)-----END PRIVATE KEY-----");
    private static final Pattern OTHER_KEY = Pattern.compile("-----BEGIN ([A-Z0-9 ]*PRIVATE KEY)-----");
    private static final List<String> ALGORITHMS = List.of("RSA", "EC", "EdDSA");
    private static final String KEY_EXPECTED =
            " (expected: an unencrypted key in PKCS#8, as \"openssl pkcs8 -topk8 -nocrypt\" writes it)";

    private PemContent() {}

    static byte[] bytes(String what, Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (NoSuchFileException e) {
            throw new TlsException(what + ": " + file + " does not exist (expected: a PEM file)", e);
        } catch (IOException e) {
            throw new TlsException(what + ": " + file + " can't be read: " + e + " (expected: a PEM file)", e);
        }
    }

    static X509Certificate[] certificates(String what, Path file, byte[] bytes) {
        try {
            X509Certificate[] certificates =
                    CertificateFactory.getInstance("X.509")
                            .generateCertificates(new ByteArrayInputStream(bytes))
                            .stream()
                            .map(X509Certificate.class::cast)
                            .toArray(X509Certificate[]::new);
            if (certificates.length == 0) {
                throw new TlsException(what + ": " + file + " holds no certificate (expected: at least one, in PEM)");
            }
            return certificates;
        } catch (CertificateException e) {
            throw new TlsException(
                    what + ": " + file + " holds no readable certificate (expected: certificates in PEM)", e);
        }
    }

    static PrivateKey key(Path file, byte[] bytes) {
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        Matcher matcher = KEY.matcher(text);
        if (!matcher.find()) {
            Matcher other = OTHER_KEY.matcher(text);
            String found =
                    other.find() ? " holds a " + other.group(1).toLowerCase(Locale.ROOT) : " holds no private key";
            throw new TlsException("key: " + file + found + KEY_EXPECTED);
        }
        try {
            PKCS8EncodedKeySpec spec =
                    new PKCS8EncodedKeySpec(Base64.getMimeDecoder().decode(matcher.group(1)));
            for (String algorithm : ALGORITHMS) {
                PrivateKey key = keyOf(algorithm, spec);
                if (key != null) {
                    return key;
                }
            }
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            throw new TlsException("key: " + file + " can't be read: " + e.getMessage() + KEY_EXPECTED, e);
        }
        throw new TlsException("key: " + file + " is of none of the algorithms " + ALGORITHMS + KEY_EXPECTED);
    }

    private static @Nullable PrivateKey keyOf(String algorithm, PKCS8EncodedKeySpec spec)
            throws NoSuchAlgorithmException {
        try {
            return KeyFactory.getInstance(algorithm).generatePrivate(spec);
        } catch (InvalidKeySpecException e) {
            return null;
        }
    }

    /** Whether what the key signs is what the certificate vouches for. */
    static boolean belongTogether(PrivateKey key, PublicKey certified) {
        String algorithm =
                switch (key.getAlgorithm()) {
                    case "RSA" -> "SHA256withRSA";
                    case "EC" -> "SHA256withECDSA";
                    default -> "EdDSA";
                };
        byte[] sample = "multipool".getBytes(StandardCharsets.UTF_8);
        try {
            Signature signing = Signature.getInstance(algorithm);
            signing.initSign(key);
            signing.update(sample);
            byte[] signature = signing.sign();
            Signature verifying = Signature.getInstance(algorithm);
            verifying.initVerify(certified);
            verifying.update(sample);
            return verifying.verify(signature);
        } catch (GeneralSecurityException e) {
            // a key of one algorithm and a certificate of another
            return false;
        }
    }
}
