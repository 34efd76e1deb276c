package dev.multipool.agent.program;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A program that uses a pool, whether anybody observes it or not. */
public final class PlainProgram {

    private PlainProgram() {}

    /** Runs one task. */
    public static void main(String[] arguments) throws ExecutionException, InterruptedException {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        Ledgers.figure("ran", pool.submit(() -> 1).get());
        pool.shutdown();
    }
}
