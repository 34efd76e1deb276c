package dev.multipool.laboratory.check;

import dev.multipool.laboratory.check.CheckFinding.Code;
import dev.multipool.laboratory.description.Knob;
import dev.multipool.laboratory.description.ServiceDescription;
import dev.multipool.laboratory.description.Setting;
import dev.multipool.laboratory.knob.KnobFailure;
import dev.multipool.laboratory.knob.KnobOutcome;
import dev.multipool.laboratory.knob.RunningKnobs;
import dev.multipool.laboratory.service.DescribedService;
import dev.multipool.laboratory.service.PortHolder;
import dev.multipool.laboratory.service.StartOutcome;
import dev.multipool.laboratory.service.StopOutcome;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Starts a described service, calls it, changes each knob to two values, reads these back, and ends it. */
public final class ServiceCheck {
    private final ServiceDescription description;
    private final Path console;
    private final List<CheckFinding> findings = new ArrayList<>();

    private ServiceCheck(ServiceDescription description, Path console) {
        this.description = description;
        this.console = console;
    }

    /**
     * Checks a description.
     *
     * @param console the file that what the service prints goes into
     * @return what is wrong; empty when nothing is
     */
    public static List<CheckFinding> check(ServiceDescription description, Path console) throws InterruptedException {
        return new ServiceCheck(description, console).run();
    }

    private List<CheckFinding> run() throws InterruptedException {
        Optional<TwoSettings> settings = TwoSettings.of(description);
        if (settings.isEmpty()) {
            add(
                    Code.CONSTRAINTS_NEVER_HOLD,
                    "constraints",
                    description.constraints().toString(),
                    "rules that the ends of some ranges keep");
            return findings;
        }
        Setting first = settings.get().first();
        Setting second = settings.get().second();
        if (runOnce(first, List.of(first, second), true)
                && description.knobs().stream().anyMatch(knob -> !knob.isLive())) {
            runOnce(second, List.of(), false);
        }
        return List.copyOf(findings);
    }

    /** False when it did not start. */
    private boolean runOnce(Setting atStart, List<Setting> whileRunning, boolean called) throws InterruptedException {
        StartOutcome<DescribedService> outcome = DescribedService.start(description, atStart, console);
        if (!(outcome instanceof StartOutcome.Started<DescribedService> started)) {
            addStart(outcome);
            return false;
        }
        try (DescribedService service = started.service()) {
            try (RunningKnobs knobs = new RunningKnobs(service.pid(), service.port())) {
                if (called) {
                    findings.addAll(new PlainCalls(description.load(), service.port()).findings());
                }
                for (Knob knob : description.knobs()) {
                    tryKnob(knobs, knob, atStart, whileRunning);
                }
            }
            if (!service.isAlive()) {
                add(Code.DIED, description.name(), "it died; its last lines: " + service.lastLines(), "it runs on");
            }
            addStop(service.stop());
        }
        return true;
    }

    private void tryKnob(RunningKnobs knobs, Knob knob, Setting atStart, List<Setting> whileRunning)
            throws InterruptedException {
        if (!knob.isLive()) {
            addKnob(knob, knobs.verify(knob, valueOf(knob, atStart)));
            return;
        }
        for (Setting setting : whileRunning) {
            addKnob(knob, knobs.set(knob, valueOf(knob, setting)));
        }
    }

    private static String valueOf(Knob knob, Setting setting) {
        return setting.values().getOrDefault(knob.name(), "");
    }

    private void addKnob(Knob knob, KnobOutcome outcome) {
        String subject = "knob " + knob.name();
        if (outcome instanceof KnobOutcome.NoEffect other) {
            add(
                    Code.KNOB_WITHOUT_EFFECT,
                    subject,
                    "the service tells " + other.found(),
                    other.asked() + ", as it was set");
        } else if (outcome instanceof KnobOutcome.NotVerifiable) {
            add(Code.KNOB_NOT_VERIFIABLE, subject, "nothing tells its value", "read: {jmx: …} or {http: …}");
        } else if (outcome instanceof KnobOutcome.Failed failed) {
            KnobFailure failure = failed.failure();
            add(Code.KNOB_NOT_SETTABLE, subject, failure.subject() + ": " + failure.found(), expected(failure.code()));
        }
    }

    private static String expected(KnobFailure.Code code) {
        return switch (code) {
            case NO_JVM -> "a JVM of the same user";
            case NO_SUCH_BEAN -> "a bean of this name";
            case NO_SUCH_ATTRIBUTE -> "an attribute of this name";
            case NOT_WRITABLE -> "a writable attribute";
            case NOT_READABLE -> "a readable attribute";
            case NO_SUCH_OPERATION -> "an operation of this name with one parameter";
            case VALUE_REFUSED -> "a value that the bean takes";
            case WRONG_STATUS -> "status 200 to 299";
            case NO_SUCH_JSON -> "JSON with a value there";
            case NO_ANSWER -> "an answer in time";
        };
    }

    private void addStart(StartOutcome<DescribedService> outcome) {
        String name = description.name();
        if (outcome instanceof StartOutcome.NotStartable<DescribedService> not) {
            add(
                    Code.NOT_STARTABLE,
                    name,
                    String.join(" ", not.command()) + ": " + not.reason(),
                    "a command that starts");
        } else if (outcome instanceof StartOutcome.PortTaken<DescribedService> taken) {
            PortHolder holder = taken.holder();
            add(
                    Code.PORT_TAKEN,
                    "port " + holder.port(),
                    holder.describe() + " listens on it",
                    "a free port, such as {port}");
        } else if (outcome instanceof StartOutcome.Exited<DescribedService> exited) {
            add(
                    Code.EXITS_AT_ONCE,
                    name,
                    "exits with code " + exited.exitCode() + " before it is ready; its last lines: "
                            + exited.lastLines(),
                    "a service that stays");
        } else if (outcome instanceof StartOutcome.NeverReady<DescribedService> never) {
            add(
                    Code.NEVER_READY,
                    name,
                    "not ready: " + never.probe() + "; its last lines: " + never.lastLines(),
                    "ready within " + never.within().toMillis() + " ms");
        }
    }

    private void addStop(StopOutcome stop) {
        String name = description.name();
        PortHolder holder = stop.portHolder();
        if (stop.outlived() > 0) {
            add(Code.LEFT_PROCESSES, name, stop.outlived() + " processes outlived it and were killed", "none");
        } else if (stop.killed()) {
            add(Code.HAD_TO_BE_KILLED, name, "it had to be killed", "an end in time after SIGTERM");
        }
        if (holder != null) {
            add(Code.PORT_NOT_FREED, "port " + holder.port(), holder.describe() + " still listens on it", "nobody");
        }
    }

    /** What a knob has twice is told once. */
    private void add(Code code, String subject, String found, String expected) {
        CheckFinding finding = new CheckFinding(code, subject, found, expected);
        boolean known = findings.stream()
                .anyMatch(each -> each.code() == code && each.subject().equals(subject));
        if (!known) {
            findings.add(finding);
        }
    }
}
