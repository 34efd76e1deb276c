package dev.multipool.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.multipool.bench.stall.Stall;
import dev.multipool.bench.stall.StallLog;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A window of 10 s that may go on for 30, begun with the run at 0. */
class StallWatchTest {
    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1_000 * MILLI;

    private final MeasuredWindow window = new MeasuredWindow(0, 10 * SECOND, 30 * SECOND);

    @TempDir
    private Path directory = Path.of("");

    private Path file = Path.of("");
    private long nowNanos;

    @BeforeEach
    void createLog() throws IOException {
        file = directory.resolve("stalls");
        StallLog.create(file);
    }

    @Test
    void cleanNanos_endSomeTimeBeforeTheLookBefore() {
        StallWatch watch = watch();
        lookAt(watch, 1_000);
        lookAt(watch, 5_000);

        assertThat(watch.cleanNanos()).isEqualTo(700 * MILLI);
    }

    @Test
    void stallsOfTheLog_extendTheWindow_untilItHoldsEnoughCleanTime() throws IOException {
        StallWatch watch = watch();
        for (int millis = 100; millis < 30_000 && !window.isOver(nowNanos); millis += 100) {
            // the machine stalls in the first slice of each of ten seconds
            if (millis % 1_000 == 100 && millis < 10_000) {
                write(millis - 60, millis - 30);
            }
            lookAt(watch, millis);
            window.endWhenCleanEnough(watch.cleanNanos(), nowNanos);
        }

        // 10 s, 10 slices, 400 ms until all is known, and the next slice's begin
        assertThat(window.lengthNanos()).isEqualTo(11_500 * MILLI);
        assertThat(window.wasCutShort()).isFalse();
    }

    @Test
    void aMachineThatStallsAllTheTime_endsTheWindowAtItsLongest() throws IOException {
        StallWatch watch = watch();
        write(0, 40_000);
        for (int millis = 100; millis <= 30_000; millis += 100) {
            lookAt(watch, millis);
            window.endWhenCleanEnough(watch.cleanNanos(), nowNanos);
        }

        assertThat(window.lengthNanos()).isEqualTo(30 * SECOND);
        assertThat(watch.cleanNanos()).isZero();
    }

    @Test
    void afterAFreeze_slicesThatTheOthersTellOfLate_areNotJudgedYet() throws IOException {
        StallWatch watch = watch();
        lookAt(watch, 1_000);

        // all processes slept; this one runs first
        lookAt(watch, 20_000);
        write(1_000, 20_000);
        lookAt(watch, 20_100);

        assertThat(watch.judge().isClean(5 * SECOND)).isFalse();
        assertThat(watch.judge().isClean(SECOND / 2)).isTrue();
    }

    @Test
    void slices_areJudgedSomeSecondsLater() {
        StallWatch watch = watch();
        lookAt(watch, 5_000);
        lookAt(watch, 5_100);

        assertThat(watch.judge().hasJudged(2_900 * MILLI)).isTrue();
        assertThat(watch.judge().hasJudged(3_000 * MILLI)).isFalse();
    }

    @Test
    void aLogThatIsGone_failsTheRun() throws IOException {
        StallWatch watch = watch();
        Files.delete(file);

        assertThatThrownBy(watch::look)
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageStartingWith("stallLog: " + file);
    }

    private StallWatch watch() {
        return new StallWatch(() -> nowNanos, window, 0, false, file);
    }

    private void lookAt(StallWatch watch, long millis) {
        nowNanos = millis * MILLI;
        watch.look();
    }

    private void write(long beginMillis, long endMillis) throws IOException {
        String line = beginMillis * MILLI + " " + endMillis * MILLI + " " + Stall.Cause.STOLEN + " 0\n";
        Files.writeString(file, line, StandardOpenOption.APPEND);
    }
}
