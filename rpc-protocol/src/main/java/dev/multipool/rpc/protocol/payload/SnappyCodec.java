package dev.multipool.rpc.protocol.payload;

import java.io.IOException;
import org.xerial.snappy.Snappy;

/** Snappy's plain format: the length of the message, then its blocks; without the frames that files have. */
final class SnappyCodec implements Codec {
    @Override
    public byte[] compress(byte[] message) throws IOException {
        return Snappy.compress(message);
    }

    @Override
    public byte[] decompress(byte[] compressed, int maxBytes) throws IOException {
        int bytes = Snappy.uncompressedLength(compressed);
        // the claim is an unsigned number of 32 bits
        Codec.requireWithin(Integer.toUnsignedLong(bytes), maxBytes);
        byte[] message = new byte[bytes];
        int written = Snappy.uncompress(compressed, 0, compressed.length, message, 0);
        if (written != bytes) {
            throw new IOException("holds " + written + " bytes and claims " + bytes);
        }
        return message;
    }
}
