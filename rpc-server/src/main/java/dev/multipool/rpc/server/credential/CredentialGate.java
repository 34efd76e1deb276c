package dev.multipool.rpc.server.credential;

import com.google.protobuf.ByteString;
import dev.multipool.rpc.protocol.RpcErrorCode;
import dev.multipool.rpc.protocol.RpcException;
import dev.multipool.rpc.protocol.RpcFrame;
import dev.multipool.rpc.protocol.meta.RpcMeta;
import dev.multipool.rpc.server.connection.ConnectionEnd;
import dev.multipool.rpc.server.connection.ConnectionEnds;
import dev.multipool.rpc.server.connection.ErrorFrames;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.net.SocketAddress;

/**
 * Lets a connection's calls through once its first one brought the right credential, and leaves the pipeline then. Who
 * has none gets ERPCAUTH to its first call, nothing to any other, and the connection is closed. A credential is asked for
 * once: by {@link #admits} when its meta comes before the rest of its frame.
 *
 * <p><b>Threads</b>: one per connection, on its event loop.
 */
@SuppressWarnings("FutureReturnValueIgnored") // as in Reply: a failed write or close has nobody to tell
public final class CredentialGate extends ChannelInboundHandlerAdapter {
    private final CredentialVerifier verifier;
    private final GuessLimit guesses;
    private final ConnectionEnds ends;
    private final Channel connection;
    private boolean admitted;
    private boolean guessedTooOften;
    private boolean refused;

    CredentialGate(CredentialVerifier verifier, GuessLimit guesses, ConnectionEnds ends, Channel connection) {
        this.verifier = verifier;
        this.guesses = guesses;
        this.ends = ends;
        this.connection = connection;
    }

    /** Whether this meta of the first call brings the right credential. */
    public boolean admits(RpcMeta meta) {
        admitted = isRight(meta.getAuthenticationData());
        return admitted;
    }

    /** Whether a connection may be told anything: its peer has brought the right credential, or needs none. */
    public static boolean isOpen(Channel connection) {
        return connection.pipeline().get(CredentialGate.class) == null;
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        RpcFrame frame = (RpcFrame) message;
        if (refused) {
            frame.release();
            return;
        }
        if (admitted || admits(frame.sharedMeta())) {
            ctx.fireChannelRead(frame);
            ctx.pipeline().remove(this);
            return;
        }
        refused = true;
        long correlationId = frame.correlationId();
        String text = describeRefusal(frame.sharedMeta().getAuthenticationData());
        frame.release();
        ends.countClosed(ctx.channel(), ConnectionEnd.NOT_AUTHENTICATED, text);
        RpcException answer = new RpcException(
                RpcErrorCode.ERPCAUTH,
                text + " (expected: the server's, in authentication_data of the connection's first call)");
        ctx.writeAndFlush(ErrorFrames.encode(ctx.alloc(), correlationId, answer))
                .addListener(ChannelFutureListener.CLOSE);
    }

    private String describeRefusal(ByteString credential) {
        if (credential.isEmpty()) {
            return "no credential";
        }
        return guessedTooOften ? "too many wrong credentials from this address within a minute" : "wrong credential";
    }

    private boolean isRight(ByteString credential) {
        try {
            SocketAddress caller = connection.remoteAddress();
            guessedTooOften = guesses.isReached(caller);
            if (guessedTooOften) {
                return false;
            }
            boolean right = verifier.verify(credential, caller);
            if (!right && !credential.isEmpty()) {
                guesses.noteWrong(caller);
            }
            return right;
        } catch (Throwable t) {
            ends.warnOfFailure(connection, "credential verifier failed, taken as no", t);
            return false;
        }
    }
}
