package dev.multipool.perf.peers.contestant;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.MessageLite;
import dev.multipool.user.v1.FindUserInfoRequest;
import dev.multipool.user.v1.FindUserInfoResponse;
import dev.multipool.user.v1.UserInfo;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.codec.LengthFieldBasedFrameDecoder;
import org.jspecify.annotations.Nullable;

/** The least that a protocol needs: length of the rest, number of the call, Protobuf message. */
final class UserFrames {
    private static final int LENGTH_BYTES = 4;
    private static final int CALL_BYTES = 4;
    private static final int MAX_FRAME_BYTES = 1 << 20;
    private static final int FOUND_TAG = FindUserInfoResponse.FOUND_FIELD_NUMBER << 3;
    private static final int USER_TAG = (FindUserInfoResponse.USER_FIELD_NUMBER << 3) | 2;

    private UserFrames() {}

    /** Cuts the stream into frames without their length. */
    static LengthFieldBasedFrameDecoder decoder() {
        return new LengthFieldBasedFrameDecoder(MAX_FRAME_BYTES, 0, LENGTH_BYTES, 0, LENGTH_BYTES);
    }

    static ByteBuf request(ByteBufAllocator allocator, int call, FindUserInfoRequest request) {
        return frame(allocator, call, request);
    }

    /**
     * A {@link FindUserInfoResponse}.
     *
     * @param user a serialized {@link UserInfo}, which goes out as it is; null when there is none
     */
    static ByteBuf response(ByteBufAllocator allocator, int call, byte @Nullable [] user) {
        if (user == null) {
            return frame(allocator, call, FindUserInfoResponse.getDefaultInstance());
        }
        ByteBuf frame = allocator.buffer(LENGTH_BYTES + CALL_BYTES + 8 + user.length);
        frame.writeInt(0).writeInt(call).writeByte(FOUND_TAG).writeByte(1).writeByte(USER_TAG);
        int rest = user.length;
        while (rest > 0x7f) {
            frame.writeByte((rest & 0x7f) | 0x80);
            rest >>>= 7;
        }
        frame.writeByte(rest).writeBytes(user);
        return frame.setInt(0, frame.readableBytes() - LENGTH_BYTES);
    }

    /** Reads the number of a frame's call, which stands before the message. */
    static int call(ByteBuf frame) {
        return frame.readInt();
    }

    static FindUserInfoRequest request(ByteBuf frame) throws InvalidProtocolBufferException {
        return FindUserInfoRequest.parseFrom(frame.nioBuffer());
    }

    static FindUserInfoResponse response(ByteBuf frame) throws InvalidProtocolBufferException {
        return FindUserInfoResponse.parseFrom(frame.nioBuffer());
    }

    private static ByteBuf frame(ByteBufAllocator allocator, int call, MessageLite message) {
        byte[] bytes = message.toByteArray();
        ByteBuf frame = allocator.buffer(LENGTH_BYTES + CALL_BYTES + bytes.length);
        return frame.writeInt(CALL_BYTES + bytes.length).writeInt(call).writeBytes(bytes);
    }
}
