package dev.multipool.laboratory.check;

import dev.multipool.laboratory.check.CheckFinding.Code;
import dev.multipool.laboratory.description.Knob;
import dev.multipool.laboratory.description.ServiceDescription;
import dev.multipool.laboratory.description.Setting;
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
            CheckFinding.ofStart(description.name(), outcome).ifPresent(this::add);
            return false;
        }
        try (DescribedService service = started.service()) {
            try (RunningKnobs knobs = new RunningKnobs(service::pids, service.port())) {
                if (called) {
                    findings.addAll(CallCheck.findings(
                            description.load(),
                            service.port(),
                            console.resolveSibling(console.getFileName() + ".load")));
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
            CheckFinding.ofKnob(knob, knobs.verify(knob, valueOf(knob, atStart)))
                    .ifPresent(this::add);
            return;
        }
        for (Setting setting : whileRunning) {
            CheckFinding.ofKnob(knob, knobs.set(knob, valueOf(knob, setting))).ifPresent(this::add);
        }
    }

    private static String valueOf(Knob knob, Setting setting) {
        return setting.values().getOrDefault(knob.name(), "");
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

    private void add(Code code, String subject, String found, String expected) {
        add(new CheckFinding(code, subject, found, expected));
    }

    /** What a knob has twice is told once. */
    private void add(CheckFinding finding) {
        boolean known = findings.stream()
                .anyMatch(
                        each -> each.code() == finding.code() && each.subject().equals(finding.subject()));
        if (!known) {
            findings.add(finding);
        }
    }
}
