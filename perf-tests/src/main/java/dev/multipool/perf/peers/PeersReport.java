package dev.multipool.perf.peers;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import dev.multipool.laboratory.report.ResultDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Writes a comparison for the console, as CSV, as JSON and as Markdown. */
public final class PeersReport {
    private static final String GAP = "  ";

    private final MeasuredWindows<PeerWindow> result;
    private final PeersTable table;
    private final HalfLoad halfLoad;

    public PeersReport(MeasuredWindows<PeerWindow> result) {
        this.result = result;
        this.table = PeersTable.of(result.windows());
        this.halfLoad = HalfLoad.of(result.windows());
    }

    /** Writes peers.json, peers.csv and peers.md; where it was measured, half-load.csv, too. */
    public void write(Path directory) throws IOException {
        Files.createDirectories(directory);
        ObjectMapper json = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);
        ResultDirectory.place(directory.resolve("peers.json"), json.writeValueAsString(result) + "\n");
        ResultDirectory.place(directory.resolve("peers.csv"), csv());
        ResultDirectory.place(directory.resolve("peers.md"), markdown());
        if (!halfLoad.isEmpty()) {
            ResultDirectory.place(directory.resolve("half-load.csv"), halfLoadCsv());
        }
    }

    /** The tables in columns. */
    public String console() {
        String atHalfLoad = halfLoad.isEmpty() ? "" : halfLoad.title() + "\n" + columns(halfLoad.figures()) + "\n";
        return columns(table.figures()) + "\n" + columns(table.ratios()) + "\n" + atHalfLoad
                + String.join("\n", notes()) + "\n";
    }

    String csv() {
        List<List<String>> figures = table.figures();
        List<List<String>> ratios = table.ratios();
        return notes().stream().map(note -> "# " + note + "\n").collect(Collectors.joining())
                + IntStream.range(0, figures.size())
                        // the first two cells name the same contestant in both
                        .mapToObj(i -> String.join(",", figures.get(i)) + ","
                                + String.join(
                                        ",",
                                        ratios.get(i).subList(2, ratios.get(i).size())) + "\n")
                        .collect(Collectors.joining());
    }

    String halfLoadCsv() {
        return "# " + halfLoad.title() + "\n"
                + notes().stream().map(note -> "# " + note + "\n").collect(Collectors.joining())
                + halfLoad.figures().stream()
                        .map(cells -> String.join(",", cells) + "\n")
                        .collect(Collectors.joining());
    }

    String markdown() {
        String atHalfLoad = halfLoad.isEmpty() ? "" : halfLoad.title() + "\n\n" + markdown(halfLoad.figures()) + "\n";
        return markdown(table.figures()) + "\n" + markdown(table.ratios()) + "\n" + atHalfLoad
                + String.join("\n", notes()) + "\n";
    }

    private List<String> notes() {
        MeasuredWindows.Setup setup = result.setup();
        return List.of(
                "Medians over the windows of a contestant. At speed 1: scaled by a spin loop timed in each window on the same cores.",
                setup.sentence(),
                "Command: `" + setup.command() + "`");
    }

    private static String markdown(List<List<String>> table) {
        String rule = "|" + "---|".repeat(table.get(0).size()) + "\n";
        return IntStream.range(0, table.size())
                .mapToObj(i -> "| " + String.join(" | ", table.get(i)) + " |\n" + (i == 0 ? rule : ""))
                .collect(Collectors.joining());
    }

    private static String columns(List<List<String>> table) {
        int[] widths = IntStream.range(0, table.get(0).size())
                .map(column -> table.stream()
                        .mapToInt(line -> line.get(column).length())
                        .max()
                        .orElse(0))
                .toArray();
        return table.stream()
                .map(line -> IntStream.range(0, widths.length)
                        .mapToObj(column ->
                                " ".repeat(widths[column] - line.get(column).length()) + line.get(column))
                        .collect(Collectors.joining(GAP)))
                .map(line -> line.stripTrailing() + "\n")
                .collect(Collectors.joining());
    }
}
