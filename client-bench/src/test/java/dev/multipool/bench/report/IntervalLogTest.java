package dev.multipool.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.bench.result.LoadIntervals;
import dev.multipool.bench.result.MadeUpRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Read back by HdrHistogram's own reader. */
class IntervalLogTest {
    private static final long MILLI = 1_000_000;

    @TempDir
    private Path directory = Path.of("");

    @Test
    void ofAClosedLoop_hasEachSecondRawAndCorrected() throws IOException {
        List<Histogram> intervals = written(directory.resolve("closed.hlog"), true);

        assertThat(intervals).extracting(Histogram::getTag).containsExactly("raw", "corrected", "raw", "corrected");
        assertThat(intervals).extracting(Histogram::getTotalCount).containsExactly(100L, 100L, 100L, 103L);
        assertThat(intervals.get(2).getMaxValue()).isEqualTo(equivalent(40));
        // a call of 40 ms where one was due each 10 ms: it stands for three more, of 30, 20 and 10 ms
        assertThat(intervals.get(3).getCountBetweenValues(29 * MILLI, 31 * MILLI))
                .isEqualTo(1);
        assertThat(intervals.get(3).getCountBetweenValues(19 * MILLI, 21 * MILLI))
                .isEqualTo(1);
        long began = MadeUpRun.STARTED_AT.toEpochMilli();
        assertThat(intervals)
                .extracting(Histogram::getStartTimeStamp)
                .containsExactly(began, began, began + 1_000, began + 1_000);
        assertThat(intervals.get(3).getEndTimeStamp()).isEqualTo(began + 2_000);
    }

    @Test
    void ofAnOpenLoop_theCorrectedOneCountsFromTheIntendedStart() throws IOException {
        List<Histogram> intervals = written(directory.resolve("open.hlog"), false);

        assertThat(intervals).extracting(Histogram::getTag).containsExactly("raw", "corrected");
        assertThat(intervals).extracting(Histogram::getMaxValue).containsExactly(equivalent(20), equivalent(30));
    }

    @Test
    void ofSeveralRuns_hasThemAtTheirOwnTimes() throws IOException {
        List<Histogram> intervals = written(
                directory.resolve("two.hlog"),
                List.of(MadeUpRun.closedLoop(), MadeUpRun.openLoopAt(MadeUpRun.STARTED_AT.plusSeconds(10))));

        long began = MadeUpRun.STARTED_AT.toEpochMilli();
        assertThat(intervals)
                .extracting(Histogram::getStartTimeStamp)
                .containsExactly(began, began, began + 1_000, began + 1_000, began + 10_000, began + 10_000);
    }

    @Test
    void ofNoRun_hasNoIntervals() throws IOException {
        Path file = directory.resolve("none.hlog");
        IntervalLog.write(List.of(), file);

        assertThat(file).content().contains("Histogram log format version 1.3").doesNotContain("Tag=");
    }

    @Test
    void headerLines_areThoseOfTheFormat() throws IOException {
        Path file = directory.resolve("closed.hlog");
        written(file, true);

        assertThat(Files.readAllLines(file))
                .contains(
                        "#[Histogram log format version 1.3]",
                        "#[BaseTime: 1767323045.678 (seconds since epoch)]",
                        "\"StartTimestamp\",\"Interval_Length\",\"Interval_Max\",\"Interval_Compressed_Histogram\"")
                // HISTFAAA is what the second encoding, compressed, begins with
                .filteredOn(line -> line.startsWith("Tag="))
                .allMatch(line -> line.matches("Tag=(raw|corrected),\\d+\\.\\d{3},1\\.000,\\d+\\.\\d{3},HISTFAAA.*"));
    }

    private static List<Histogram> written(Path file, boolean closedLoop) throws IOException {
        return written(file, List.of(closedLoop ? MadeUpRun.closedLoop() : MadeUpRun.openLoop()));
    }

    private static List<Histogram> written(Path file, List<LoadIntervals> runs) throws IOException {
        IntervalLog.write(runs, file);
        List<Histogram> intervals = new ArrayList<>();
        try (HistogramLogReader reader = new HistogramLogReader(file.toFile())) {
            while (reader.hasNext()) {
                intervals.add((Histogram) reader.nextIntervalHistogram());
            }
        }
        return intervals;
    }

    private static long equivalent(long millis) {
        return new Histogram(3).highestEquivalentValue(millis * MILLI);
    }
}
