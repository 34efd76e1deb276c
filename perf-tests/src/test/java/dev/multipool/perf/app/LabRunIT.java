package dev.multipool.perf.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.laboratory.process.PoolLedger;
import dev.multipool.laboratory.result.LabResult;
import dev.multipool.laboratory.result.LabRun;
import dev.multipool.laboratory.result.ResultFile;
import dev.multipool.laboratory.sampling.RunProfile;
import dev.multipool.laboratory.sampling.RunProfile.Flame;
import dev.multipool.laboratory.sampling.SampledPool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Objects;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The whole laboratory once, as short as it goes; whether the figures are good is not asked. */
class LabRunIT {
    private static final int USERS = 8;

    private final Path out;

    LabRunIT(@TempDir Path out) {
        this.out = out;
    }

    @Test
    void run_ofTwoSizes_leavesAResultThatCanBeReadAgain() throws IOException {
        int exitCode = Main.execute(
                "run",
                "--experiment=business-pool-sweep",
                "--weight",
                "published",
                "--sizes",
                "2,4",
                "--users",
                String.valueOf(USERS),
                "--connections",
                "2",
                "--warmup",
                "200ms",
                "--duration",
                "2s",
                "--repeats",
                "1",
                "--retries",
                "0",
                "--users-seeded",
                "100",
                "--profile",
                // longer than a machine that does other work stands still
                "--timeout",
                "10s",
                "--set",
                "redis.command-timeout=10s",
                "--set",
                "server.warm-up=0ms",
                "--objective",
                // kept on a machine that does other work, too
                "tp99<60s",
                // waits for a calm machine for a third of that
                "--budget",
                "3s",
                "--out",
                out.toString());

        Path latest = out.resolve("latest");
        LabResult result = new ResultFile().read(latest.resolve("result.json"));
        assertThat(result.measured().runs()).hasSize(2).allSatisfy(run -> {
            assertThat(run.figures().counts().calls()).isPositive();
            assertThat(run.figures().counts().errors()).isEmpty();
            assertThat(run.figures().counts().notFound()).isZero();
            assertThat(run.figures().use().serverCpuCores()).isNotNull();
            assertThat(run.figures().server().rejections())
                    .as("told by a server of one run only")
                    .isNull();
            assertThat(run.figures().counts().outcome().good())
                    .isEqualTo(run.figures().counts().calls());
            assertThat(run.figures().times().corrected()).isNotNull();
            assertThat(run.figures().schedule().sending()).isNull();
            assertThat(run.figures().use().resources().serverGc()).isNotNull();
            assertThat(run.figures().use().resources().receivedBytesPerSecond()).isPositive();
            assertThat(run.figures().schedule().steps()).isEmpty();
            // one ledger for each pool of the server, over half of the window
            assertThat(run.server().pools())
                    .extracting(PoolLedger::pool)
                    .containsExactly("business", "common", "select");
            // with what stalls of the machine disturbed, and with what was under way at the end
            assertThat(run.server().pools().get(0).tasks().completions())
                    .isBetween(1L, run.figures().noise().raw().calls() + USERS);
            assertThat(run.server().pools().get(0).seconds()).isBetween(0.2, 20.0);
            assertThat(run.server().pools().get(1).tasks().completions()).isZero();
        });
        assertThat(result.measured().runs()).allSatisfy(run -> assertProfiled(run, latest));
        assertThat(result.setup().machine().groups().groups()).isNotEmpty();
        assertThat(result.measured().runs())
                .allSatisfy(run -> assertThat(run.details().cores().coreSpeeds())
                        .allSatisfy(core -> assertThat(core.nanos()).isPositive()));
        // on a machine that does other work, too, every run may be disturbed: then the answer is provisional
        boolean answered = result.measured().runs().stream().anyMatch(run -> run.isValid() || run.isDisturbedOnly());
        assertThat(exitCode).isEqualTo(answered ? 0 : 1);
        assertThat(result.measured().runs().get(0).settings().variant().server())
                .containsEntry("methods.find-user-info.cpu", "560us");
        assertThat(out.resolve("latest-business-pool-sweep/result.json")).exists();
        assertThat(Files.readAllLines(latest.resolve("results.csv"))).hasSize(3);
        assertThat(latest.resolve("report.html")).content().contains("TP99");
        assertThat(ProcessHandle.current().children().filter(ProcessHandle::isAlive))
                .as("processes left over")
                .isEmpty();
    }

    /** The recording lies in the measured window, and what the page links to lies beside it. */
    private static void assertProfiled(LabRun run, Path latest) throws IOException {
        RunProfile profile = run.details().profile();
        Objects.requireNonNull(profile);
        assertThat(profile.seconds()).isBetween(0.2, 20.0);
        assertThat(profile.files())
                .allSatisfy(file -> assertThat(latest.resolve(file)).isNotEmptyFile());
        assertThat(profile.flames()).extracting(Flame::event).containsOnly("cpu", "wall", "alloc", "lock");
        assertThat(latest.resolve(profile.jfr().replace(".jfr", "-wall-business.html")))
                .content()
                .contains("[business-");
        Instant windowBegan = Instant.parse(run.identity().startedAt());
        try (RecordingFile recording = new RecordingFile(latest.resolve(profile.jfr()))) {
            while (recording.hasMoreEvents()) {
                RecordedEvent event = recording.readEvent();
                if (event.getEventType().getName().equals("jdk.ExecutionSample")) {
                    assertThat(event.getStartTime()).isAfter(windowBegan.minusMillis(50));
                }
            }
        }
        SampledPool business = profile.pools().get(0);
        assertThat(business.pool()).isEqualTo("business");
        assertThat(business.samples()).isPositive();
        assertThat(run.details().threads())
                .filteredOn(group -> group.group().equals("business"))
                .hasSize(1)
                .allSatisfy(group -> assertThat(group.voluntarySwitches()).isPositive());
        assertThat(run.details().diagnosis()).isNotEmpty();
        assertThat(run.figures().times().responseCurve()).isNotEmpty();
    }
}
