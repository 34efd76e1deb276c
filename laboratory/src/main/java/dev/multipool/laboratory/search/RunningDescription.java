package dev.multipool.laboratory.search;

import dev.multipool.laboratory.check.CallCheck;
import dev.multipool.laboratory.check.CheckFinding;
import dev.multipool.laboratory.description.Knob;
import dev.multipool.laboratory.description.ServiceDescription;
import dev.multipool.laboratory.description.Setting;
import dev.multipool.laboratory.knob.RunningKnobs;
import dev.multipool.laboratory.process.AttachedProfiler;
import dev.multipool.laboratory.process.CpuQuota;
import dev.multipool.laboratory.process.ProcessFailedException;
import dev.multipool.laboratory.process.ProcessFailedException.Kind;
import dev.multipool.laboratory.process.Profiler;
import dev.multipool.laboratory.process.ServerLedgers;
import dev.multipool.laboratory.result.Variant;
import dev.multipool.laboratory.run.RunningService;
import dev.multipool.laboratory.service.DescribedService;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A running service that a file describes. Its live knobs are changed while it runs; all that can be is read back. */
final class RunningDescription implements RunningService {
    /** In one run; the laboratory reads it all, on the generator's cores. */
    private static final long MOST_PRINTED_BYTES = 500_000_000;

    private final ServiceDescription description;
    private final DescribedService service;
    private final long serving;
    private final RunningKnobs knobs;
    private final Setting atStart;
    private final Path directory;
    private final @Nullable ServerLedgers ledgers;
    private Setting now = Setting.NONE;
    private long printedBefore;

    /**
     * A service that was started.
     *
     * @param atStart the setting that it was started with
     * @param directory takes what a profiler needs
     */
    RunningDescription(ServiceDescription description, DescribedService service, Setting atStart, Path directory)
            throws InterruptedException {
        this.description = description;
        this.service = service;
        this.atStart = atStart;
        this.directory = directory;
        this.serving = ServingProcess.of(service);
        this.knobs = new RunningKnobs(service::pids, service.port());
        this.ledgers = ServerLedgers.find(service.pids()).orElse(null);
    }

    @Override
    public long pid() {
        return serving;
    }

    @Override
    public int port() {
        return service.port();
    }

    @Override
    public List<Long> pids() {
        return service.pids();
    }

    @Override
    public boolean fits(Variant variant) {
        Setting setting = new Setting(variant.server());
        return service.isAlive()
                && description.knobs().stream()
                        .filter(knob -> !knob.isLive())
                        .allMatch(knob -> Objects.equals(value(knob, setting), value(knob, atStart)));
    }

    private static String value(Knob knob, Setting setting) {
        return setting.values().getOrDefault(knob.name(), "");
    }

    @Override
    public void change(Variant variant) throws InterruptedException {
        printedBefore = service.printedBytes();
        Setting setting = new Setting(variant.server());
        for (Knob knob : description.knobs()) {
            String asked = value(knob, setting);
            if (!asked.equals(now.values().get(knob.name()))) {
                Optional<CheckFinding> wrong =
                        CheckFinding.ofKnob(knob, knob.isLive() ? knobs.set(knob, asked) : knobs.verify(knob, asked));
                if (wrong.isPresent() && !wrong.get().isWarning()) {
                    requireAlive();
                    throw TestedDescription.failure(Kind.NOT_SET, wrong.get());
                }
            }
        }
        now = setting;
    }

    /** Of pools that are not ours nothing is known. */
    @Override
    public @Nullable ServerLedgers ledgers() {
        return ledgers;
    }

    @Override
    public @Nullable Profiler profiler() {
        try {
            return AttachedProfiler.of(List.of(serving), directory).orElse(null);
        } catch (IOException e) {
            throw new UncheckedIOException("async-profiler's library can't be written: " + e.getMessage(), e);
        }
    }

    @Override
    public @Nullable Path gcLog() {
        return null;
    }

    @Override
    public @Nullable CpuQuota quota() {
        return null;
    }

    @Override
    public void requireAlive() {
        if (!service.isAlive()) {
            throw new ProcessFailedException(
                    Kind.ENDED, "the service ended on its own; its last lines: " + service.lastLines());
        }
        long printed = service.printedBytes() - printedBefore;
        if (printed > MOST_PRINTED_BYTES) {
            throw new ProcessFailedException(
                    Kind.FLOODED,
                    "it printed " + printed + " bytes in one run (expected: at most " + MOST_PRINTED_BYTES + ")");
        }
    }

    @Override
    public void requireAnswers() throws InterruptedException {
        requireAlive();
        Optional<CheckFinding> silence = CallCheck.silence(description.load(), service.port());
        if (silence.isPresent()) {
            requireAlive();
            throw TestedDescription.failure(Kind.SILENT, silence.get());
        }
    }

    @Override
    public @Nullable Map<String, Long> stop() {
        close();
        return null;
    }

    @Override
    public void close() {
        if (ledgers != null) {
            ledgers.close();
        }
        knobs.close();
        service.close();
    }
}
