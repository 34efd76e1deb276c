package dev.multipool.rpc.protocol.payload;

import java.io.IOException;

/** One compression. Stateless. */
interface Codec {
    byte[] compress(byte[] message) throws IOException;

    /**
     * The message in these bytes.
     *
     * @throws PayloadException when it is larger than {@code maxBytes}
     * @throws IOException when there is none
     */
    byte[] decompress(byte[] compressed, int maxBytes) throws IOException;

    /** Called with what the bytes claim, before anything is allocated by it. */
    static void requireWithin(long bytes, int maxBytes) {
        if (bytes > maxBytes) {
            throw tooLarge(Long.toString(bytes), maxBytes);
        }
    }

    static PayloadException tooLarge(String bytes, int maxBytes) {
        return new PayloadException("unpacks to " + bytes + " bytes (expected: at most " + maxBytes + ")");
    }
}
