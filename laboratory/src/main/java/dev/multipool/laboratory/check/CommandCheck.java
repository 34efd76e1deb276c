package dev.multipool.laboratory.check;

import dev.multipool.laboratory.check.CheckFinding.Code;
import dev.multipool.laboratory.description.Load;
import dev.multipool.laboratory.description.LoadCommand;
import dev.multipool.laboratory.foreign.CommandTry;
import dev.multipool.laboratory.run.LoadFailedException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Lets another program make its load once, and looks at what it tells. */
final class CommandCheck {
    private final Load load;
    private final LoadCommand command;
    private final int port;
    private final Path out;

    /**
     * A check.
     *
     * @param out the file that the program may write
     */
    CommandCheck(Load load, LoadCommand command, int port, Path out) {
        this.load = load;
        this.command = command;
        this.port = port;
        this.out = out;
    }

    List<CheckFinding> findings() throws InterruptedException {
        try {
            Map<String, Long> failed = CommandTry.failedCalls(command, load.callers(), port, out);
            return failed.isEmpty()
                    ? List.of()
                    : List.of(new CheckFinding(
                            Code.LOAD_FAILED,
                            String.join(" ", command.words()),
                            "calls failed: " + failed,
                            "calls that all succeed"));
        } catch (LoadFailedException e) {
            return List.of(new CheckFinding(Code.LOAD_FAILED, e.command(), e.found(), e.expected()));
        }
    }
}
