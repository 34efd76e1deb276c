package dev.multipool.laboratory.process;

import com.sun.tools.attach.AgentInitializationException;
import com.sun.tools.attach.AgentLoadException;
import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.nio.file.Path;

/** The agent that gives ledgers to the pools of a JVM that knows nothing of it. */
public final class PoolAgent {
    private static final String STOP = "stop";

    private PoolAgent() {}

    /**
     * Loads the agent into a JVM of the same user on this machine; does nothing where it is at work already.
     *
     * @param jar must stay where it is as long as that JVM runs
     * @throws ProcessFailedException when there is no such JVM, or it takes no agent
     */
    public static void start(long pid, Path jar) {
        load(pid, jar, "");
    }

    /**
     * Gives the JVM's classes back as they were, and takes the ledgers off.
     *
     * @throws ProcessFailedException when there is no such JVM, or it takes no agent
     */
    public static void stop(long pid, Path jar) {
        load(pid, jar, STOP);
    }

    private static void load(long pid, Path jar, String options) {
        try {
            VirtualMachine jvm = VirtualMachine.attach(Long.toString(pid));
            try {
                jvm.loadAgent(jar.toAbsolutePath().toString(), options);
            } finally {
                jvm.detach();
            }
        } catch (AttachNotSupportedException | AgentLoadException | AgentInitializationException | IOException e) {
            throw new ProcessFailedException("process " + pid + " takes no agent: " + e.getMessage());
        }
    }
}
