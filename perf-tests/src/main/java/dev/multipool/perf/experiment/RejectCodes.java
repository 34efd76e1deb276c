package dev.multipool.perf.experiment;

import dev.multipool.rpc.protocol.RpcErrorCode;
import java.util.List;

/** Error codes that belong to a question, so that runs with them count. */
public final class RejectCodes {
    /** What an overloaded server may answer; anything else is a fault. */
    public static final List<String> OF_AN_OVERLOADED_SERVER =
            List.of(RpcErrorCode.ELIMIT.name(), RpcErrorCode.ERPCTIMEDOUT.name(), RpcErrorCode.EOVERCROWDED.name());

    private RejectCodes() {}
}
