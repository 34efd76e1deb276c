package dev.multipool.pools.example;

import dev.multipool.pools.FanOut;
import dev.multipool.pools.LedgerSnapshot;
import dev.multipool.pools.MeasuredPool;
import dev.multipool.pools.PoolConfig;
import dev.multipool.pools.PoolGraph;
import dev.multipool.pools.Pools;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;

/** Two pools in a program of your own: what a page needs is fetched side by side, and the pools say where time went. */
public final class EmbeddedPools {

    private EmbeddedPools() {}

    /** Runs 100 pages of three parts each and prints the nows. */
    public static void main(String[] args) throws InterruptedException {
        PoolGraph.builder().waits("pages", "parts").build(); // refuses pools that could wait for each other
        try (MeasuredPool pages = Pools.create(PoolConfig.parse("pages", "fixed:threads=4,queue=100"));
                MeasuredPool parts = Pools.create(PoolConfig.parse("parts", "fixed:threads=8,queue=100"))) {
            Callable<String> part = () -> {
                Thread.sleep(2); // a call to somewhere
                return "part";
            };
            Duration timeout = Duration.ofSeconds(5);
            Callable<List<String>> page = () -> FanOut.on(parts).join(Collections.nCopies(3, part), timeout);
            for (int i = 0; i < 10; i++) {
                FanOut.on(pages).join(Collections.nCopies(10, page), timeout);
            }
            for (LedgerSnapshot now : List.of(pages.snapshot(), parts.snapshot())) {
                System.out.printf(
                        "%s: %.0f/s, busy %.2f%n", now.poolName(), now.throughputPerSecond(), now.utilization());
                System.out.println("  service time, ns: " + now.serviceTimeNanos());
            }
        }
    }
}
