package dev.multipool.perf.app;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;

/** A program that knows nothing of us. It has sixteen tasks in its pool of two threads all the time, or one now and then. */
final class Stranger {
    static final String POOL = "orders";
    static final int THREADS = 2;

    private static final String WORKS = "works";
    private static final int TASKS = 16;
    private static final long TASK_NANOS = 5_000_000;
    private static final int TIMES_OF_A_LONG_ONE = 60;

    private Stranger() {}

    /** What the tasks do. */
    enum Work {
        WAITS,
        WAITS_LONG,
        IDLES
    }

    /** Starts one in a process of its own; returns when it works. */
    static Process start(Work work) throws IOException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        // two threads that compute use all of it
                        "-XX:ActiveProcessorCount=1",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        Path.of("target", "test-classes").toString(),
                        Stranger.class.getName(),
                        work.name())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        BufferedReader console = process.inputReader(StandardCharsets.UTF_8);
        if (!WORKS.equals(console.readLine())) {
            process.destroyForcibly();
            throw new IOException("the stranger does not work");
        }
        return process;
    }

    public static void main(String[] arguments) throws InterruptedException {
        Work work = Work.valueOf(arguments[0]);
        ExecutorService pool = Executors.newFixedThreadPool(THREADS, task -> new Thread(task, POOL + "-1"));
        Semaphore places = new Semaphore(TASKS);
        PrintStream console = System.out;
        console.println(WORKS);
        while (true) {
            places.acquire();
            if (work == Work.IDLES) {
                Thread.sleep(100);
            }
            pool.execute(() -> {
                run(work);
                places.release();
            });
        }
    }

    private static void run(Work work) {
        try {
            Thread.sleep((work == Work.WAITS_LONG ? TIMES_OF_A_LONG_ONE : 1) * TASK_NANOS / 1_000_000);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
