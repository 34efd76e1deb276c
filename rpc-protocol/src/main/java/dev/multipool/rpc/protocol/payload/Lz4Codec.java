package dev.multipool.rpc.protocol.payload;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.CodedOutputStream;
import java.io.IOException;
import java.util.Arrays;
import net.jpountz.lz4.LZ4Compressor;
import net.jpountz.lz4.LZ4Exception;
import net.jpountz.lz4.LZ4Factory;
import net.jpountz.lz4.LZ4SafeDecompressor;

/**
 * The length of the message as a varint, then one LZ4 block, as brpc's C++ server has it.
 *
 * <p>By the library's implementation in plain Java: what comes from the network meets no native code and no unchecked
 * memory access.
 */
final class Lz4Codec implements Codec {
    private final LZ4Compressor compressor = LZ4Factory.safeInstance().fastCompressor();
    private final LZ4SafeDecompressor decompressor = LZ4Factory.safeInstance().safeDecompressor();

    @Override
    public byte[] compress(byte[] message) throws IOException {
        int lengthBytes = CodedOutputStream.computeUInt32SizeNoTag(message.length);
        byte[] compressed = new byte[lengthBytes + compressor.maxCompressedLength(message.length)];
        CodedOutputStream.newInstance(compressed).writeUInt32NoTag(message.length);
        int blockBytes = compressor.compress(message, 0, message.length, compressed, lengthBytes);
        return Arrays.copyOf(compressed, lengthBytes + blockBytes);
    }

    @Override
    public byte[] decompress(byte[] compressed, int maxBytes) throws IOException {
        CodedInputStream in = CodedInputStream.newInstance(compressed);
        int bytes = in.readUInt32();
        Codec.requireWithin(Integer.toUnsignedLong(bytes), maxBytes);
        byte[] message = new byte[bytes];
        int from = in.getTotalBytesRead();
        try {
            int written = decompressor.decompress(compressed, from, compressed.length - from, message, 0);
            if (written != bytes) {
                throw new IOException("holds " + written + " bytes and claims " + bytes);
            }
            return message;
        } catch (LZ4Exception e) {
            throw new IOException(e.getMessage(), e);
        }
    }
}
