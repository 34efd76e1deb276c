package dev.multipool.perf.advice;

import java.io.IOException;
import java.util.List;
import java.util.Map;

/** What can be asked of, and done to, the pools of a running server. */
interface PoolControl {

    /** What the server's model says, by pool. */
    Map<String, PoolAdvice> advice() throws IOException, InterruptedException;

    /** What the pools did so far. */
    Map<String, PoolReading> read() throws IOException, InterruptedException;

    /** Gives a pool that many threads. */
    void resize(String pool, int threads) throws IOException, InterruptedException;

    /** The advice for one pool. */
    record PoolAdvice(int threadsNow, int threads, List<String> reasons) {
        boolean isChange() {
            return threads != threadsNow;
        }
    }

    /**
     * What a pool did since its start.
     *
     * @param seconds since then
     * @param done tasks that ran
     * @param millis that these spent queued and in service, summed
     * @param rejected tasks turned away
     * @param lastP99Millis queue time and service time, both the 99th percentile of the last 10 to 20 seconds, added: at
     *     least the 99th percentile of the sum
     */
    record PoolReading(double seconds, double done, double millis, double rejected, double lastP99Millis) {}
}
