package dev.multipool.rpc.protocol.payload;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.InflaterInputStream;
import java.util.zip.ZipException;

/** Deflate in the wrappings of gzip (RFC 1952) or of zlib (RFC 1950), by the JDK. */
final class DeflateCodec implements Codec {
    private final Wrapping<OutputStream> deflating;
    private final Wrapping<InputStream> inflating;

    private DeflateCodec(Wrapping<OutputStream> deflating, Wrapping<InputStream> inflating) {
        this.deflating = deflating;
        this.inflating = inflating;
    }

    static DeflateCodec gzip() {
        return new DeflateCodec(GZIPOutputStream::new, GZIPInputStream::new);
    }

    static DeflateCodec zlib() {
        return new DeflateCodec(DeflaterOutputStream::new, ZlibStream::new);
    }

    @Override
    public byte[] compress(byte[] message) throws IOException {
        ByteArrayOutputStream compressed = new ByteArrayOutputStream();
        try (OutputStream out = deflating.around(compressed)) {
            out.write(message);
        }
        return compressed.toByteArray();
    }

    @Override
    public byte[] decompress(byte[] compressed, int maxBytes) throws IOException {
        try (InputStream in = inflating.around(new ByteArrayInputStream(compressed))) {
            // grows with what comes, and stops one byte above the bound: the format does not say how much there will be
            byte[] message = in.readNBytes(maxBytes + 1);
            if (message.length > maxBytes) {
                throw Codec.tooLarge("more than " + maxBytes, maxBytes);
            }
            return message;
        }
    }

    /** Puts a stream around another. */
    private interface Wrapping<S> {
        S around(S stream) throws IOException;
    }

    /** The JDK's own ends without an error where the bytes ask for a preset dictionary: a request would seem to be empty. */
    private static final class ZlibStream extends InflaterInputStream {
        ZlibStream(InputStream compressed) {
            super(compressed);
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            int read = super.read(target, offset, length);
            if (read < 0 && inf.needsDictionary()) {
                throw new ZipException("it needs a preset dictionary");
            }
            return read;
        }
    }
}
