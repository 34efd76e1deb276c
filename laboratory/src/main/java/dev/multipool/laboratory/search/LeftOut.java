package dev.multipool.laboratory.search;

import dev.multipool.laboratory.description.Setting;
import dev.multipool.laboratory.process.ProcessFailedException;
import dev.multipool.laboratory.result.Finding;
import dev.multipool.laboratory.result.Finding.Subject;
import dev.multipool.laboratory.result.FindingCode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The settings that a search leaves out from then on, each with its cause.
 *
 * <p><b>Threads:</b> one.
 */
public final class LeftOut {
    private final Consumer<String> progress;
    private final Map<Map<String, String>, ProcessFailedException> causes = new LinkedHashMap<>();

    /**
     * None is left out yet.
     *
     * @param progress takes a line for each
     */
    public LeftOut(Consumer<String> progress) {
        this.progress = progress;
    }

    /** Only the first cause is kept. */
    void add(Map<String, String> values, ProcessFailedException cause) {
        causes.putIfAbsent(values, cause);
        progress.accept("left out: " + line(values, cause));
    }

    boolean contains(Map<String, String> values) {
        return causes.containsKey(values);
    }

    boolean isEmpty() {
        return causes.isEmpty();
    }

    int size() {
        return causes.size();
    }

    /** One line for each, which names the setting. */
    List<String> lines() {
        List<String> lines = new ArrayList<>();
        causes.forEach((values, cause) -> lines.add(line(values, cause)));
        return lines;
    }

    private static String line(Map<String, String> values, ProcessFailedException cause) {
        return "with " + new Setting(values) + ": " + cause.getMessage();
    }

    List<GridRow> rows() {
        List<GridRow> rows = new ArrayList<>();
        causes.forEach((values, cause) -> rows.add(GridRow.leftOut(values, String.valueOf(cause.getMessage()))));
        return rows;
    }

    /** What is told of each. */
    public List<Finding> findings() {
        List<Finding> findings = new ArrayList<>();
        causes.forEach((values, cause) -> findings.add(Finding.of(codeOf(cause.kind()))
                .about(Subject.SETTING, new Setting(values).toString())
                .about(Subject.ERROR, String.valueOf(cause.getMessage()))));
        return findings;
    }

    private static FindingCode codeOf(ProcessFailedException.Kind kind) {
        return switch (kind) {
            case NOT_STARTED -> FindingCode.SETTING_DID_NOT_START;
            case NOT_SET -> FindingCode.SETTING_NOT_TAKEN;
            case ENDED -> FindingCode.SETTING_ENDED_THE_SERVICE;
            case SILENT -> FindingCode.SETTING_SILENCED_THE_SERVICE;
            case FLOODED -> FindingCode.SETTING_FLOODED_THE_CONSOLE;
            case OTHER -> FindingCode.SETTING_NOT_MEASURED;
        };
    }
}
