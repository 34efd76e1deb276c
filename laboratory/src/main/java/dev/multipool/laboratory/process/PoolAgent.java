package dev.multipool.laboratory.process;

import com.sun.tools.attach.VirtualMachine;
import java.nio.file.Path;
import java.time.Duration;

/** The agent that gives ledgers to the pools of a JVM that knows nothing of it. */
public final class PoolAgent {
    private static final String STOP = "stop";
    /** Weaving the classes of a large application takes seconds. */
    private static final Duration AT_MOST = Duration.ofMinutes(1);

    private PoolAgent() {}

    /**
     * Loads the agent into a JVM of the same user on this machine, once it has started; does nothing where it is at work
     * already.
     *
     * @param jar must stay where it is as long as that JVM runs
     * @throws ProcessFailedException when there is no such JVM, or it takes no agent
     */
    public static void start(long pid, Path jar) throws InterruptedException {
        load(pid, jar, "");
    }

    /**
     * Gives the JVM's classes back as they were, and takes the ledgers off.
     *
     * @throws ProcessFailedException when there is no such JVM, or it takes no agent
     */
    public static void stop(long pid, Path jar) throws InterruptedException {
        load(pid, jar, STOP);
    }

    private static void load(long pid, Path jar, String options) throws InterruptedException {
        BoundedCall.ask(AT_MOST, "pool-agent", "process " + pid + " takes no agent", () -> {
            JvmStart.await(pid);
            VirtualMachine jvm = VirtualMachine.attach(Long.toString(pid));
            try {
                jvm.loadAgent(jar.toAbsolutePath().toString(), options);
            } finally {
                jvm.detach();
            }
            return jvm;
        });
    }
}
