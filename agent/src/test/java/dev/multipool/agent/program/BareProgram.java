package dev.multipool.agent.program;

import java.io.IOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A program that uses a pool, and of the JDK nothing but the module {@code java.base}. */
public final class BareProgram {

    private BareProgram() {}

    /** Runs a task now, and one for each byte of its standard input. */
    public static void main(String[] arguments) throws ExecutionException, InterruptedException, IOException {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        int tasks = 0;
        do {
            int number = ++tasks;
            System.out.println("ran " + pool.submit(() -> number).get());
        } while (System.in.read() >= 0);
        pool.shutdown();
    }
}
