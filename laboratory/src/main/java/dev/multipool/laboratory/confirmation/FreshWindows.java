package dev.multipool.laboratory.confirmation;

import dev.multipool.laboratory.process.ProcessFailedException;
import dev.multipool.laboratory.result.Candidate;
import dev.multipool.laboratory.result.Cell;
import dev.multipool.laboratory.result.Demand;
import dev.multipool.laboratory.result.Finding;
import dev.multipool.laboratory.result.Finding.Subject;
import dev.multipool.laboratory.result.FindingCode;
import dev.multipool.laboratory.result.FindingFigure;
import dev.multipool.laboratory.result.LabRun;
import dev.multipool.laboratory.result.PointPosition;
import dev.multipool.laboratory.result.PointSummary;
import dev.multipool.laboratory.result.RunSettings;
import dev.multipool.laboratory.result.Shortfall;
import dev.multipool.laboratory.result.Shortfall.Condition;
import dev.multipool.laboratory.search.WindowJudge;
import dev.multipool.laboratory.session.Session;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The windows of one setting under one load, each in another process.
 *
 * <p><b>Threads:</b> one.
 */
final class FreshWindows {
    /** Processes that fail, after which the setting is given up: each may take all the time that it has to get ready. */
    private static final int MOST_FAILURES = 2;

    private final String name;
    private final RunSettings settings;
    private final double promisedPerSecond;
    private final List<LabRun> made = new ArrayList<>();
    private final List<Failure> failures = new ArrayList<>();

    /**
     * A process that failed.
     *
     * @param after so many runs
     */
    private record Failure(int after, ProcessFailedException cause) {}

    /**
     * None yet.
     *
     * @param name what is asked of the service
     * @param answered as the answer was measured
     * @param promisedPerSecond throughput that the answer tells
     */
    FreshWindows(String name, RunSettings answered, double promisedPerSecond) {
        this.name = name;
        boolean open = answered.load().demand() instanceof Demand.OpenLoop;
        this.settings = new RunSettings(
                new PointPosition(
                        (open ? "confirmation of the rate, " : "confirmation, ") + name,
                        open ? "arrival rate" : "users",
                        answered.load().demand().describe()),
                answered.variant(),
                answered.load(),
                answered.expectedErrors());
        this.promisedPerSecond = promisedPerSecond;
    }

    RunSettings settings() {
        return settings;
    }

    /** One more. */
    void measure(Session session, int round) throws InterruptedException {
        int before = session.runs().size();
        try {
            session.measureFresh(settings, round);
        } catch (ProcessFailedException e) {
            if (e.kind() == ProcessFailedException.Kind.OTHER) {
                throw e;
            }
            failures.add(new Failure(session.runs().size(), e));
            session.say("failed: " + name + ": " + e.getMessage());
        } finally {
            made.addAll(session.runs().subList(before, session.runs().size()));
        }
    }

    /** What ends the laboratory ends its processes, too: those without a run after them have not failed. */
    void forgetWhatEndedLast(Session session) {
        failures.removeIf(failure -> failure.after() == session.runs().size());
    }

    /** Whether more are needed, to have so many that tell of the service. */
    boolean isOpen(Session session, int windows) {
        return failures.size() < MOST_FAILURES && share(session).judged() < windows;
    }

    /** A process that failed has not kept the limit. */
    KeptShare share(Session session) {
        WindowJudge judge = judge(session);
        List<LabRun> judged =
                made.stream().filter(run -> !WindowJudge.isDisturbed(run)).toList();
        int kept = (int) judged.stream()
                .filter(run -> run.isValid() && judge.judge(run).keeps())
                .count();
        return new KeptShare(kept, judged.size() + failures.size());
    }

    private WindowJudge judge(Session session) {
        return new WindowJudge(
                session.objective(),
                settings.load().demand() instanceof Demand.OpenLoop open ? (int) open.ratePerSecond() : null);
    }

    /** The figures of all; empty where none was made, or none has figures. */
    Optional<Candidate> figures(Session session) {
        return Candidate.of(summaries(session)).stream().findFirst();
    }

    List<PointSummary> summaries(Session session) {
        return session.pointsOf(List.of(settings));
    }

    List<Shortfall> missing(Session session, int windows) {
        KeptShare share = share(session);
        List<Shortfall> missing = new ArrayList<>();
        if (share.judged() < windows) {
            missing.add(new Shortfall(Condition.WINDOWS, share.judged(), windows));
        }
        if (!share.isEnough()) {
            missing.add(new Shortfall(Condition.KEPT_WINDOWS, share.kept(), share.needed()));
        }
        return missing;
    }

    List<Finding> findings(Session session) {
        List<Finding> findings = new ArrayList<>();
        KeptShare share = share(session);
        if (share.judged() == 0) {
            findings.add(about(FindingCode.FRESH_PROCESSES_NOT_JUDGED));
        } else {
            Finding kept = about(FindingCode.FRESH_PROCESSES)
                    .with(FindingFigure.COUNTED, share.kept())
                    .with(FindingFigure.EXPECTED, share.judged())
                    .with(FindingFigure.KEPT_SHARE, share.atLeast());
            findings.add(figures(session)
                    .map(figures -> kept.with(
                                    FindingFigure.P99_MILLIS,
                                    figures.figures().percentiles().p99Millis().max())
                            .with(FindingFigure.OF_OTHER_SHARE, figures.throughput() / promisedPerSecond))
                    .orElse(kept));
        }
        failures.forEach(failure -> findings.add(about(FindingCode.FRESH_PROCESS_FAILED)
                .about(Subject.ERROR, String.valueOf(failure.cause().getMessage()))));
        return findings;
    }

    private Finding about(FindingCode code) {
        return Finding.of(code)
                .about(Subject.SERVER, settings.variant().name())
                .about(Subject.STAGE, settings.load().demand().describe());
    }

    List<Cell> row(Session session) {
        KeptShare share = share(session);
        Optional<Candidate> figures = figures(session);
        return List.of(
                Cell.word(name),
                Cell.word(settings.variant().name()),
                Cell.word(settings.load().demand().describe()),
                Cell.whole(share.kept()),
                Cell.whole(share.judged()),
                Cell.percent(share.atLeast()),
                figures.map(each -> Cell.millis(each.p99Millis())).orElse(Cell.NOTHING),
                figures.map(each -> Cell.millis(
                                each.figures().percentiles().p99Millis().max()))
                        .orElse(Cell.NOTHING),
                figures.map(each -> Cell.whole(each.throughput())).orElse(Cell.NOTHING),
                Cell.whole(promisedPerSecond));
    }
}
