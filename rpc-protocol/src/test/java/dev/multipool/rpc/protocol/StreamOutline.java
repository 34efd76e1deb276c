package dev.multipool.rpc.protocol;

import org.jspecify.annotations.Nullable;

/**
 * What a decoder makes of a byte stream that comes in one piece.
 *
 * @param frames how many it holds
 * @param broken why it is not baidu_std; null when it is
 * @param unfinished whether it ends within a frame
 */
public record StreamOutline(int frames, @Nullable FrameException broken, boolean unfinished) {

    /** The outline of this stream for a decoder with these limits. */
    public static StreamOutline of(byte[] stream, FrameLimits limits) {
        try (DecodingChannel channel = new DecodingChannel(limits)) {
            channel.feed(stream);
            return new StreamOutline(channel.frames().size(), channel.failure(), channel.isInFrame());
        }
    }
}
