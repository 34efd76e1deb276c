package dev.multipool.rpc.server.app.mock;

import dev.multipool.rpc.protocol.RpcException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * What a call weighs beyond its own work: CPU time that it uses up, then a wait for a downstream. It makes a cheap method
 * as heavy as one of a real service.
 *
 * <p><b>Threads</b>: any. The CPU time is always the calling thread's; {@link #carry} also waits on it, {@link
 * #carryAsync} blocks nobody.
 */
public final class CallWeight {
    private final CpuWork cpu;
    private final Duration cpuTime;
    private final MockDependency downstream;

    /**
     * A weight.
     *
     * @param cpu what uses CPU time up
     * @param cpuTime how much of it; zero for none
     * @param downstream takes its time after the CPU work
     */
    public CallWeight(CpuWork cpu, Duration cpuTime, MockDependency downstream) {
        this.cpu = cpu;
        this.cpuTime = cpuTime;
        this.downstream = downstream;
    }

    /** Whether it weighs nothing. */
    public boolean isNone() {
        return cpuTime.isZero() && !downstream.delays();
    }

    /**
     * Uses the CPU time up, then waits.
     *
     * @param input what the work depends on, so that it can't be left out
     * @param atMost how long the caller can wait
     * @throws RpcException ERPCTIMEDOUT, after {@code atMost}, when the downstream takes longer
     */
    public void carry(long input, Duration atMost) throws InterruptedException {
        cpu.burn(input, cpuTime);
        if (downstream.delays()) {
            downstream.delay(atMost);
        }
    }

    /** Uses the CPU time up on the calling thread; the wait blocks nobody, dependents run on the JDK's timer thread. */
    public CompletionStage<Long> carryAsync(long input, Duration atMost) {
        cpu.burn(input, cpuTime);
        return downstream.delays() ? downstream.delayAsync(atMost) : CompletableFuture.completedFuture(0L);
    }
}
