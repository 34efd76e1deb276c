package dev.multipool.rpc.protocol;

import dev.multipool.rpc.protocol.meta.RpcMeta;
import dev.multipool.rpc.protocol.meta.RpcResponseMeta;

/**
 * The last frame of a server that stops: an ELOGOFF answer to correlation id 0, which no call of our client has. It says
 * that every call that the server executed is answered, in frames before this one: what is unanswered behind it was not
 * executed. It is an addition of ours to baidu_std; other clients drop an answer that none of their calls waits for.
 */
public final class Goodbye {
    private static final long CORRELATION_ID = 0;

    private Goodbye() {}

    /** The meta of such a frame, which has nothing else. */
    public static RpcMeta meta(String text) {
        return RpcMeta.newBuilder()
                .setCorrelationId(CORRELATION_ID)
                .setResponse(RpcResponseMeta.newBuilder()
                        .setErrorCode(RpcErrorCode.ELOGOFF.number())
                        .setErrorText(text))
                .build();
    }

    /** Whether a received frame is one. */
    public static boolean is(RpcFrame frame) {
        return frame.correlationId() == CORRELATION_ID
                && frame.sharedMeta().getResponse().getErrorCode() == RpcErrorCode.ELOGOFF.number();
    }
}
