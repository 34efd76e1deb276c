package dev.multipool.perf.peers.contestant;

/** The protocols that contestants speak. */
public enum Protocol {
    /** Ours, baidu_std. */
    OURS,
    /** Length-prefixed frames. */
    FRAMES,
    GRPC;

    /** Connects to a server on 127.0.0.1. */
    public PeerClient connect(int port) {
        return switch (this) {
            case OURS -> new OurClient(port);
            case FRAMES -> new FrameClient(port);
            case GRPC -> new GrpcClient(port);
        };
    }
}
