package dev.multipool.laboratory.report;

import dev.multipool.laboratory.result.InvalidResultException;
import dev.multipool.laboratory.result.LabResult;
import dev.multipool.laboratory.result.ResultFile;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.stream.Stream;

/**
 * Where the results of one experiment go: {@code DIR/<time>/}, with copies of the three files in {@code
 * DIR/latest-NAME/}, and in {@code DIR/latest/} for the first experiment of a job.
 *
 * <p>Each file is written beside its place and then moved there, so that nobody reads half of one.
 */
public final class ResultDirectory {
    private static final String JSON = "result.json";
    /** What was measured, where the result breaks its schema. */
    private static final String UNCHECKED = "result-unchecked.json";

    private static final String CSV = "results.csv";
    private static final String HTML = "report.html";
    /** A row for each window of a grid; only that leaves it. */
    public static final String GRID = "grid.csv";

    private static final DateTimeFormatter NAME =
            DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss").withZone(ZoneOffset.UTC);

    private final Path own;
    private final List<Path> copies;

    private ResultDirectory(Path own, List<Path> copies) {
        this.own = own;
        this.copies = List.copyOf(copies);
    }

    /**
     * Makes a directory that no other job has.
     *
     * @param experiment its name
     * @param first whether it is the first of its job
     */
    public static ResultDirectory create(Path root, Instant now, String experiment, boolean first) throws IOException {
        Path named = root.resolve("latest-" + experiment);
        List<Path> copies = first ? List.of(root.resolve("latest"), named) : List.of(named);
        Files.createDirectories(root);
        for (int attempt = 1; ; attempt++) {
            Path own = root.resolve(NAME.format(now) + (attempt == 1 ? "" : "-" + attempt));
            try {
                return new ResultDirectory(Files.createDirectory(own), copies);
            } catch (FileAlreadyExistsException e) {
                // another job began in the same second: take the next name
            }
        }
    }

    /** The job's own directory. */
    public Path own() {
        return own;
    }

    /** The page that {@link #write} made, where the latest one is to be found. */
    public Path latestPage() {
        return copies.get(0).resolve(HTML);
    }

    /** Removes the job's own directory with what the processes left in it: there is no result. */
    public void discard() throws IOException {
        try (Stream<Path> files = Files.list(own)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(own);
    }

    /** Puts what the page links to beside it, in the place of what the page before it linked to. */
    private void copyProfiles(List<String> names, Path copy) throws IOException {
        try (DirectoryStream<Path> old = Files.newDirectoryStream(copy, "run-*.{html,jfr}")) {
            for (Path file : old) {
                Files.delete(file);
            }
        }
        for (String name : names) {
            Files.copy(own.resolve(name), copy.resolve(name));
        }
    }

    /**
     * Writes all three files. When the result breaks its schema none is, but what was measured is kept beside their place.
     *
     * @throws InvalidResultException when it breaks the schema, which is a fault of the laboratory
     */
    public void write(LabResult result) throws IOException {
        ResultFile resultFile = new ResultFile();
        place(own.resolve(JSON), json(resultFile, result));
        place(own.resolve(CSV), CsvReport.render(result));
        place(own.resolve(HTML), new HtmlReport(resultFile).render(result));
        List<String> linked = result.profiles().stream()
                .flatMap(profile -> profile.files().stream())
                .toList();
        for (Path copy : copies) {
            Files.createDirectories(copy);
            copyProfiles(linked, copy);
            for (String name : List.of(JSON, CSV, HTML)) {
                place(copy.resolve(name), Files.readString(own.resolve(name)));
            }
            Files.deleteIfExists(copy.resolve(GRID));
            if (Files.exists(own.resolve(GRID))) {
                place(copy.resolve(GRID), Files.readString(own.resolve(GRID)));
            }
        }
    }

    private String json(ResultFile resultFile, LabResult result) throws IOException {
        try {
            return resultFile.toJson(result);
        } catch (InvalidResultException e) {
            Path kept = own.resolve(UNCHECKED);
            place(kept, resultFile.toUncheckedJson(result));
            throw new InvalidResultException(e.getMessage() + "; what was measured is kept in " + kept);
        }
    }

    /** Writes a file so that its name never stands for half of it. */
    public static void place(Path file, String text) throws IOException {
        Path beside = file.resolveSibling("." + file.getFileName() + ".part");
        Files.writeString(beside, text);
        Files.move(beside, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    }
}
