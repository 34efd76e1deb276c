package dev.multipool.perf.report;

import dev.multipool.perf.result.LabResult;
import dev.multipool.perf.result.ResultFile;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;

/**
 * Where the results of one job go: {@code DIR/<time>/}, and copies of the three files in {@code DIR/latest/}.
 *
 * <p>Each file is written beside its place and then moved there, so that nobody reads half of one.
 */
public final class ResultDirectory {
    private static final String JSON = "result.json";
    private static final String CSV = "results.csv";
    private static final String HTML = "report.html";
    private static final DateTimeFormatter NAME =
            DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss").withZone(ZoneOffset.UTC);

    private final Path root;
    private final Path own;

    private ResultDirectory(Path root, Path own) {
        this.root = root;
        this.own = own;
    }

    /** Makes a directory that no other job has. */
    public static ResultDirectory create(Path root, Instant now) throws IOException {
        Files.createDirectories(root);
        for (int attempt = 1; ; attempt++) {
            Path own = root.resolve(NAME.format(now) + (attempt == 1 ? "" : "-" + attempt));
            try {
                return new ResultDirectory(root, Files.createDirectory(own));
            } catch (FileAlreadyExistsException e) {
                // another job began in the same second: take the next name
            }
        }
    }

    /** The job's own directory. */
    public Path own() {
        return own;
    }

    /** The page that {@link #write} made, in the directory of the latest job. */
    public Path latestPage() {
        return root.resolve("latest").resolve(HTML);
    }

    /** Writes all three files; nothing is moved into place when the result breaks its schema. */
    public void write(LabResult result) throws IOException {
        ResultFile resultFile = new ResultFile();
        String json = resultFile.toJson(result);
        place(own.resolve(JSON), json);
        place(own.resolve(CSV), CsvReport.render(result));
        place(own.resolve(HTML), new HtmlReport(resultFile).render(result));
        Path latest = Files.createDirectories(root.resolve("latest"));
        for (String name : List.of(JSON, CSV, HTML)) {
            place(latest.resolve(name), Files.readString(own.resolve(name)));
        }
    }

    /** Writes a file so that its name never stands for half of it. */
    public static void place(Path file, String text) throws IOException {
        Path beside = file.resolveSibling("." + file.getFileName() + ".part");
        Files.writeString(beside, text);
        Files.move(beside, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    }
}
