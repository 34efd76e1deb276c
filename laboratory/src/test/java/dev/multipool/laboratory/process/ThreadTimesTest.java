package dev.multipool.laboratory.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ThreadTimesTest {
    private final Path proc;
    private final ThreadTimes times;

    ThreadTimesTest(@TempDir Path proc) {
        this.proc = proc;
        this.times = new ThreadTimes(proc);
    }

    @Test
    void groupOf_isTheNameWithoutNumbers() {
        assertThat(ThreadTimes.groupOf("business-12")).isEqualTo("business");
        assertThat(ThreadTimes.groupOf("rpc-io-2-1")).isEqualTo("rpc-io");
        assertThat(ThreadTimes.groupOf("GC Thread#0")).isEqualTo("GC Thread#0");
    }

    @Test
    void since_sumsWhatTheThreadsOfAPoolUsedInBetween() throws IOException {
        thread(11, "select-1", "1000000000 500000000 7", 10, 1);
        thread(12, "select-2", "2000000000 100000000 7", 20, 2);
        ThreadTimes.Reading before = Objects.requireNonNull(times.read(1));
        thread(11, "select-1", "1500000000 700000000 9", 15, 1);
        thread(13, "select-3", "250000000 50000000 1", 3, 4);

        ScheduledThreads select =
                Objects.requireNonNull(times.read(1)).since(before).get(0);

        assertThat(select.group()).isEqualTo("select");
        assertThat(select.threads()).isEqualTo(3);
        assertThat(select.cpuSeconds()).isEqualTo(0.75);
        assertThat(select.runQueueSeconds()).isBetween(0.2499, 0.2501);
        assertThat(select.voluntarySwitches()).isEqualTo(8);
        assertThat(select.involuntarySwitches()).isEqualTo(4);
    }

    @Test
    void read_ofAThreadWhoseNameIsCutWithinACharacter_hasItsTimes() throws IOException {
        thread(11, "x", "1000000000 500000000 7", 10, 1);
        Path task = proc.resolve("1/task/11");
        // four characters of three bytes, and two bytes of the fifth
        byte[] cut = Arrays.copyOf("订单处理线程池".getBytes(StandardCharsets.UTF_8), 14);
        Files.write(task.resolve("comm"), cut);
        Files.writeString(
                task.resolve("status"),
                "Name:\t" + new String(cut, StandardCharsets.ISO_8859_1) + "\nvoluntary_ctxt_switches:\t3\n",
                StandardCharsets.ISO_8859_1);
        ThreadTimes.Reading before = Objects.requireNonNull(times.read(1));
        Files.writeString(task.resolve("schedstat"), "1500000000 500000000 8");

        assertThat(Objects.requireNonNull(times.read(1)).since(before))
                .singleElement()
                .satisfies(group -> {
                    assertThat(group.group()).startsWith("订单处理");
                    assertThat(group.cpuSeconds()).isEqualTo(0.5);
                });
    }

    @Test
    void read_ofAProcessThatIsGone_isNothing() {
        assertThat(times.read(2)).isNull();
    }

    private void thread(int number, String name, String schedstat, int voluntary, int involuntary) throws IOException {
        Path task = Files.createDirectories(proc.resolve("1/task/" + number));
        Files.writeString(task.resolve("comm"), name + "\n");
        Files.writeString(task.resolve("schedstat"), schedstat + "\n");
        Files.writeString(
                task.resolve("status"),
                "Name:\t" + name + "\nvoluntary_ctxt_switches:\t" + voluntary + "\nnonvoluntary_ctxt_switches:\t"
                        + involuntary + "\n");
    }
}
