package dev.multipool.perf.peers.app;

import dev.multipool.laboratory.machine.cores.SpinLoop;
import dev.multipool.laboratory.process.LineServer;

/** Tells how fast its core is: answers each line with the nanoseconds of one spin. */
public final class SpinMain {
    /** A few milliseconds of pieces. */
    private static final int PIECES = 2000;

    private SpinMain() {}

    public static void main(String[] args) throws Exception {
        SpinLoop spin = new SpinLoop(PIECES);
        try (LineServer orders = LineServer.listen()) {
            System.out.println("listening on 127.0.0.1:" + orders.port());
            orders.serve(line -> Long.toString(spin.timeNanos()));
        }
        System.exit(0);
    }
}
