package dev.multipool.laboratory.check;

import dev.multipool.bench.plan.HttpCalls;
import dev.multipool.bench.plan.MethodCalls;
import dev.multipool.laboratory.check.CheckFinding.Code;
import dev.multipool.laboratory.description.Load;
import dev.multipool.laboratory.description.LoadCommand;
import dev.multipool.pools.NanoClock;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Makes each call of a load once and looks at the answer. */
public final class CallCheck {
    /** Times the load's time-out that a service has to answer anything. */
    private static final int PATIENCE = 3;

    private static final long PAUSE_MILLIS = 100;

    private CallCheck() {}

    /** @param out the file that another program may write which makes the load */
    static List<CheckFinding> findings(Load load, int port, Path out) throws InterruptedException {
        return load.calls() instanceof LoadCommand command
                ? new CommandCheck(load, command, port, out).findings()
                : findings(load, port);
    }

    private static List<CheckFinding> findings(Load load, int port) throws InterruptedException {
        return load.calls() instanceof HttpCalls calls
                ? new HttpCheck(load, calls, port).findings()
                : new MethodCheck(load, (MethodCalls) load.calls(), port).findings();
    }

    private static int requests(Load load) {
        return load.calls() instanceof HttpCalls calls
                ? calls.requests().size()
                : ((MethodCalls) load.calls()).requests().size();
    }

    /**
     * Calls until something is answered, be it rightly or not: a service may have to work off what came before.
     *
     * @return what came of the last call; empty when something was answered
     */
    public static Optional<CheckFinding> silence(Load load, int port) throws InterruptedException {
        if (load.calls() instanceof LoadCommand) {
            // a program that makes the load can't make one call; that none was answered it tells itself
            return Optional.empty();
        }
        NanoClock clock = NanoClock.system();
        long deadline = clock.nanoTime() + PATIENCE * load.timeout().toNanos();
        while (true) {
            // what a server's reflection told before, it does not tell either when it is silent
            List<CheckFinding> unanswered = findings(load, port).stream()
                    .filter(finding -> finding.code() == Code.NO_ANSWER || finding.code() == Code.NO_REFLECTION)
                    .toList();
            if (unanswered.size() < requests(load)) {
                return Optional.empty();
            }
            if (clock.nanoTime() >= deadline) {
                return unanswered.stream().findFirst();
            }
            TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
        }
    }
}
