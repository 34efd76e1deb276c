package dev.multipool.perf.nested;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import dev.multipool.laboratory.report.ResultDirectory;
import dev.multipool.laboratory.result.Spread;
import dev.multipool.perf.peers.MeasuredWindows;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** Writes a comparison as JSON (every window) and as a Markdown table of medians with ratios to the best of others' pools. */
public final class NestedReport {
    private final MeasuredWindows<NestedWindow> measured;
    private final List<NestedWindow> windows;
    private final double bestSpinNanos;

    public NestedReport(MeasuredWindows<NestedWindow> measured) {
        this.measured = measured;
        this.windows = measured.windows();
        this.bestSpinNanos =
                windows.stream().mapToDouble(NestedWindow::spinNanos).min().orElseThrow();
    }

    /** Writes nested-cost.json and nested-cost.md. */
    public void write(Path directory) throws IOException {
        Files.createDirectories(directory);
        ObjectMapper json = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);
        ResultDirectory.place(directory.resolve("nested-cost.json"), json.writeValueAsString(measured) + "\n");
        ResultDirectory.place(directory.resolve("nested-cost.md"), markdown());
    }

    /** The table with where and how it was measured. */
    public String markdown() {
        List<String> lines = new ArrayList<>();
        lines.add("| users | flow | requests/s | CPU us/step | min-max | x best of others | switches/step | remarks |");
        lines.add("|---|---|---|---|---|---|---|---|");
        for (int users :
                windows.stream().map(each -> each.turn().users()).distinct().toList()) {
            for (FlowKind kind : FlowKind.values()) {
                if (!of(kind, users).isEmpty()) {
                    lines.add(line(kind, users));
                }
            }
        }
        lines.add("");
        lines.add("Medians over the windows of a flow, requests and CPU at speed 1: scaled by a spin loop timed in each"
                + " window on the same core. A step is a conversion or a query.");
        lines.add(measured.setup().sentence());
        lines.add("Command: `" + measured.setup().command() + "`");
        return String.join("\n", lines) + "\n";
    }

    private String line(FlowKind kind, int users) {
        Spread cpu = cpu(kind, users);
        Spread switches = spread(kind, users, NestedWindow::switchesPerStep);
        List<NestedWindow> own = of(kind, users);
        long failures = own.stream().mapToLong(each -> each.failed().failures()).sum();
        long disturbed = own.stream().filter(NestedWindow::isDisturbed).count();
        return String.format(
                Locale.ROOT,
                "| %d | %s | %.0f | %.2f | %.2f-%.2f | %s | %.3f | %s |",
                users,
                kind.word(),
                spread(kind, users, window -> window.requestsPerSecond() / speed(window))
                        .median(),
                cpu.median(),
                cpu.min(),
                cpu.max(),
                ratioToOthers(cpu, users),
                switches.median(),
                (failures > 0 ? failures + " requests failed " : "") + (disturbed > 0 ? disturbed + " disturbed" : ""));
    }

    /** Empty where no pool of others was measured. */
    private String ratioToOthers(Spread cpu, int users) {
        return Arrays.stream(FlowKind.values())
                .filter(kind -> kind.other() != null && !of(kind, users).isEmpty())
                .mapToDouble(kind -> cpu(kind, users).median())
                .min()
                .stream()
                .mapToObj(best -> String.format(Locale.ROOT, "%.2f", cpu.median() / best))
                .findFirst()
                .orElse("");
    }

    private Spread cpu(FlowKind kind, int users) {
        return spread(kind, users, window -> window.cpuMicrosPerStep() * speed(window));
    }

    private Spread spread(FlowKind kind, int users, ToDoubleFunction<NestedWindow> figure) {
        return Spread.ofMeans(
                of(kind, users).stream().map(figure::applyAsDouble).toList());
    }

    /** At most 1. */
    private double speed(NestedWindow window) {
        return bestSpinNanos / window.spinNanos();
    }

    private List<NestedWindow> of(FlowKind kind, int users) {
        return windows.stream()
                .filter(window ->
                        window.turn().users() == users && window.turn().flow() == kind)
                .toList();
    }
}
