package dev.multipool.laboratory.machine.cores;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Which core the calling thread runs on, and in which scheduling class, set from outside by {@code taskset} and
 * {@code chrt}: Java has no call for either.
 *
 * <p>A thread pins itself before it changes its class, since what it starts inherits both.
 */
final class Placement {
    /** A link to the calling thread, in Linux: {@code 4711/task/4713}. */
    private static final Path SELF = Path.of("/proc/thread-self");

    private Placement() {}

    /** Pins the calling thread; false where that is not to be had. */
    static boolean pinTo(int cpu) throws InterruptedException {
        return changeSelf("taskset", "-cp", Integer.toString(cpu));
    }

    /** Runs the calling thread only when nothing else of its group wants the core; false where that is not to be had. */
    static boolean becomeIdle() throws InterruptedException {
        return changeSelf("chrt", "-i", "-p", "0");
    }

    /** Runs the calling thread before everything that has no real-time priority; false where that is not to be had. */
    static boolean becomeRealTime() throws InterruptedException {
        return changeSelf("chrt", "-f", "-p", "1");
    }

    /** The same for all threads of this process, and those that they start. */
    static boolean becomeRealTimeAsAWhole() throws InterruptedException {
        return change(Long.toString(ProcessHandle.current().pid()), "chrt", "-a", "-f", "-p", "1");
    }

    private static boolean changeSelf(String... command) throws InterruptedException {
        try {
            return change(String.valueOf(Files.readSymbolicLink(SELF).getFileName()), command);
        } catch (IOException e) {
            // no Linux
            return false;
        }
    }

    private static boolean change(String number, String... program) throws InterruptedException {
        try {
            List<String> command = new ArrayList<>(List.of(program));
            command.add(number);
            return new ProcessBuilder(command)
                            .redirectErrorStream(true)
                            .redirectOutput(Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException e) {
            // no such program
            return false;
        }
    }
}
