package dev.multipool.rpc.protocol;

import dev.multipool.rpc.protocol.meta.RpcMeta;
import dev.multipool.rpc.protocol.meta.RpcRequestMeta;
import dev.multipool.user.v1.FindUserInfoRequest;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.util.HexFormat;

/** Frames that the tests share. */
final class Frames {
    /**
     * A findUserInfo call for user 42: correlation id 7, timeout 1000 ms. Put together by hand from the description of
     * the format, not by our encoder.
     */
    static final byte[] GOLDEN_REQUEST = hex(
            "50525043" // PRPC
                    + "00000036" // body: 54 bytes
                    + "00000034" // meta: 52 bytes
                    + "0a30" // meta field 1, request: 48 bytes
                    + "0a1d6d756c7469706f6f6c2e757365722e76312e5573657253657276696365" // multipool.user.v1.UserService
                    + "120c66696e6455736572496e666f" // findUserInfo
                    + "40e807" // timeout_ms 1000
                    + "2007" // meta field 4, correlation id 7
                    + "082a"); // payload: user_id 42

    /**
     * The same call as a C++ client of brpc writes it that uses all it can say: log_id, request_id in field 7,
     * timeout_ms, a user field, content_type, and a checksum over payload and attachment.
     */
    static final byte[] GOLDEN_CPP_REQUEST = hex(
            "50525043" // PRPC
                    + "0000005b" // body: 91 bytes
                    + "00000056" // meta: 86 bytes
                    + "0a37" // meta field 1, request: 55 bytes
                    + "0a1d6d756c7469706f6f6c2e757365722e76312e5573657253657276696365" // multipool.user.v1.UserService
                    + "120c66696e6455736572496e666f" // findUserInfo
                    + "1809" // log_id 9
                    + "3a03722d31" // request_id r-1
                    + "40e807" // timeout_ms 1000
                    + "1800" // compress_type 0
                    + "2007" // correlation_id 7
                    + "2803" // attachment_size 3
                    + "4a090a047a6f6e65120161" // user_fields: zone = a
                    + "5000" // content_type 0
                    + "5801" // checksum_type 1, crc32c
                    + "620492dc0966" // checksum_value
                    + "6801" // checksum_with_attachment
                    + "082a" // payload: user_id 42
                    + "010203"); // attachment

    /** The answer "ELIMIT: pool full" to correlation id 7. */
    static final byte[] GOLDEN_ERROR = hex(
            "50525043" // PRPC
                    + "00000012" // body: 18 bytes
                    + "00000012" // meta: 18 bytes
                    + "120e" // meta field 2, response: 14 bytes
                    + "08d40f" // error_code 2004
                    + "1209706f6f6c2066756c6c" // error_text
                    + "2007"); // correlation id 7

    private Frames() {}

    static RpcMeta requestMeta(long correlationId) {
        return RpcMeta.newBuilder()
                .setRequest(RpcRequestMeta.newBuilder()
                        .setServiceName("multipool.user.v1.UserService")
                        .setMethodName("findUserInfo")
                        .setTimeoutMs(1000))
                .setCorrelationId(correlationId)
                .build();
    }

    static FindUserInfoRequest request(long userId) {
        return FindUserInfoRequest.newBuilder().setUserId(userId).build();
    }

    static byte[] requestBytes(long correlationId, long userId) {
        return drain(
                FrameEncoder.encode(UnpooledByteBufAllocator.DEFAULT, requestMeta(correlationId), request(userId)));
    }

    /** A frame of the given parts, whatever they claim: for frames that our encoder would refuse to make. */
    static byte[] raw(long bodySize, long metaSize, byte[] rest) {
        ByteBuf frame = Unpooled.buffer();
        frame.writeBytes(new byte[] {'P', 'R', 'P', 'C'});
        frame.writeInt((int) bodySize);
        frame.writeInt((int) metaSize);
        frame.writeBytes(rest);
        return drain(frame);
    }

    static byte[] drain(ByteBuf buffer) {
        try {
            return ByteBufUtil.getBytes(buffer);
        } finally {
            buffer.release();
        }
    }

    static byte[] hex(String hex) {
        return HexFormat.of().parseHex(hex);
    }
}
