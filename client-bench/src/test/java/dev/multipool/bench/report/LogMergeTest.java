package dev.multipool.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.multipool.bench.result.MadeUpRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogMergeTest {
    private static final long MILLI = 1_000_000;

    private final LogMerge merge = new LogMerge();

    @TempDir
    private Path directory = Path.of("");

    private Path closed = Path.of("");
    private Path open = Path.of("");

    @BeforeEach
    void writeLogs() throws IOException {
        closed = directory.resolve("closed.hlog");
        open = directory.resolve("open.hlog");
        IntervalLog.write(List.of(MadeUpRun.closedLoop()), closed);
        IntervalLog.write(List.of(MadeUpRun.openLoop()), open);
    }

    @Test
    void result_hasPercentilesOfAllCallsTogether() throws IOException {
        merge.add(closed);
        merge.add(open);

        MergedLog merged = merge.result();

        assertThat(merged.files()).containsExactly(closed.toString(), open.toString());
        assertThat(merged.startedAt()).isEqualTo("2026-01-02T03:04:05.678Z");
        assertThat(merged.parts()).extracting(MergedLog.Part::tag).containsExactly("corrected", "raw");
        // 199 of 10 ms and one of 40 ms there, 50 of 20 ms here
        MergedLog.Part raw = merged.parts().get(1);
        assertThat(raw.values()).isEqualTo(250);
        assertThat(raw.times().p50Millis()).isEqualTo(millis(10));
        assertThat(raw.times().p90Millis()).isEqualTo(millis(20));
        assertThat(raw.times().maxMillis()).isEqualTo(millis(40));
        assertThat(merged.parts().get(0).values()).isEqualTo(253);
        assertThat(merged.leftOut()).isEmpty();
    }

    @Test
    void result_ofLogsSideBySide_coversTheirTimeOnce() throws IOException {
        merge.add(closed);
        merge.add(open);

        assertThat(merge.result().coveredSeconds()).isEqualTo(2.0);
        assertThat(merge.result().parts().get(1).valuesPerSecond()).isEqualTo(125.0);
    }

    @Test
    void result_ofLogsWithAPauseBetween_doesNotCountThePause() throws IOException {
        merge.add(interval("a.hlog", 1_000_000, 1, "raw"));
        merge.add(interval("b.hlog", 1_060_000, 3, "raw"));

        assertThat(merge.result().coveredSeconds()).isEqualTo(2.0);
        assertThat(merge.result().startedAt()).isEqualTo("1970-01-01T00:16:40Z");
    }

    @Test
    void write_mergesSecondBySecond_andCanBeMergedAgain() throws IOException {
        merge.add(closed);
        merge.add(open);
        Path file = directory.resolve("both.hlog");

        merge.write(file);

        LogMerge again = new LogMerge();
        again.add(file);
        assertThat(again.result().parts()).isEqualTo(merge.result().parts());
        assertThat(again.result().coveredSeconds()).isEqualTo(2.0);
        // two seconds of two tags
        assertThat(Files.readAllLines(file).stream().filter(line -> line.startsWith("Tag=")))
                .hasSize(4);
    }

    @Test
    void aTagThatOneLogLacks_isLeftOutAndNamed() throws IOException {
        merge.add(closed);
        merge.add(interval("steps.hlog", 1_000_000, 1, "raw"));

        assertThat(merge.result().parts()).extracting(MergedLog.Part::tag).containsExactly("raw");
        assertThat(merge.result().leftOut()).containsExactly("corrected");
    }

    @Test
    void linesWithoutATag_areATagOfTheirOwn() throws IOException {
        merge.add(interval("untagged.hlog", 1_000_000, 1, ""));

        assertThat(merge.result().parts()).extracting(MergedLog.Part::tag).containsExactly("");
        merge.add(closed);
        assertThatIllegalArgumentException()
                .isThrownBy(merge::result)
                .withMessage(
                        "the logs have no tag in common: [, corrected, raw] (expected: one that all of them have)");
    }

    @Test
    void add_whatIsNoLog_saysFileAndLineAndWhatWasExpected() throws IOException {
        Path json = Files.writeString(directory.resolve("a.json"), "{}\n");
        Path empty = Files.writeString(directory.resolve("empty.hlog"), "#[Histogram log format version 1.3]\n");
        Path missing = directory.resolve("missing.hlog");
        Path cut = directory.resolve("cut.hlog");
        String whole = Files.readString(closed);
        Files.writeString(cut, whole.substring(0, whole.length() - 12));

        assertThatThrownBy(() -> merge.add(json))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith(json + ": line 1 is no interval (expected: ");
        assertThatThrownBy(() -> merge.add(empty))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith(empty + ": no interval (expected: an HdrHistogram interval log");
        assertThatThrownBy(() -> merge.add(missing))
                .isInstanceOf(IOException.class)
                .hasMessage(missing + ": no such file");
        long lines = whole.lines().count();
        assertThatThrownBy(() -> merge.add(cut))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith(cut + ": line " + lines + " is no interval");
    }

    private Path interval(String name, long startMillis, long millis, String tag) throws IOException {
        Histogram histogram = new Histogram(3);
        histogram.recordValue(millis * MILLI);
        IntervalLog log = new IntervalLog(startMillis);
        log.add(tag, 0, 1, histogram);
        Path file = directory.resolve(name);
        log.write(file);
        return file;
    }

    private static double millis(long millis) {
        return new Histogram(3).highestEquivalentValue(millis * MILLI) / 1e6;
    }
}
