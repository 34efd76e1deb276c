package dev.multipool.laboratory.machine.cores;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The scheduling group of this process.
 *
 * <p>Where autogroups are on, each session is a group, and groups share a core alike: {@code SCHED_IDLE} counts only within one.
 * A process in a session of its own has to be made nice as a group, or its spin loop takes half of a core.
 */
enum OwnGroup {
    /** It is one of others' groups, so classes and niceness count among their threads. */
    SHARED,
    /** It is a group of its own and yields to all others. */
    YIELDS,
    /** It is a group of its own that takes its share; it must not spin. */
    TAKES_ITS_SHARE;

    private static final String NICEST = "19";

    /** Whether this process leads a session and autogroups are on. */
    static boolean isAlone(Path proc) {
        try {
            boolean autogroups = Files.readString(proc.resolve("sys/kernel/sched_autogroup_enabled"))
                    .strip()
                    .equals("1");
            return autogroups && leadsSession(proc);
        } catch (IOException e) {
            // a kernel without autogroups, or no Linux
            return false;
        }
    }

    /** Makes this process yield, where it is a group of its own. */
    static OwnGroup yieldToOthers(Path proc) {
        if (!isAlone(proc)) {
            return SHARED;
        }
        try {
            Files.writeString(proc.resolve("self/autogroup"), NICEST);
            return YIELDS;
        } catch (IOException e) {
            return TAKES_ITS_SHARE;
        }
    }

    private static boolean leadsSession(Path proc) throws IOException {
        String stat = Files.readString(proc.resolve("self/stat"));
        // the command, in parentheses, may hold spaces; behind it: state, parent, process group, session
        String session = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1)[3];
        return session.equals(stat.substring(0, stat.indexOf(' ')));
    }
}
