package dev.multipool.perf.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.multipool.capacity.calibration.MeasuredRun;
import dev.multipool.capacity.calibration.ServiceProfile;
import dev.multipool.capacity.calibration.ServiceProfile.Missed;
import dev.multipool.capacity.calibration.ServiceProfile.Pauses;
import dev.multipool.capacity.calibration.TaskProfile;
import dev.multipool.capacity.calibration.TaskProfile.Blocked;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProfileYamlTest {
    private static final TaskProfile SELECT =
            new TaskProfile("select", 4, 0.107, new Blocked(1.03, 1, 0.01), List.of());
    private static final TaskProfile CALL = new TaskProfile(
            "business",
            1,
            0.388,
            Blocked.NEVER,
            List.of(new TaskProfile(
                    "common",
                    5,
                    0.2,
                    Blocked.NEVER,
                    List.of(new TaskProfile("select", 4, 0.061, Blocked.NEVER, List.of()), SELECT))));
    private static final ServiceProfile PROFILE =
            new ServiceProfile(5.2, 0.02, 0.185, CALL, 0.821, new Pauses(7000, 13), new Missed(0.02, 0.1));

    @Test
    void read_ofWhatWasWritten_isTheSame() {
        String yaml = ProfileYaml.write(PROFILE);

        assertThat(yaml).contains("cpu-ms-per-call: 5.2000  # CPU time of the whole process");
        assertThat(yaml).contains("\n    - pool: common\n      tasks: 5\n");
        assertThat(ProfileYaml.read(yaml)).isEqualTo(PROFILE);
    }

    @Test
    void read_ofAWrongProfile_saysWhatIsWrong() {
        String yaml = ProfileYaml.write(PROFILE);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> ProfileYaml.read(yaml.replace("missed-tps:", "bond:")))
                .withMessageStartingWith("profile: bond (expected: one of [cpu-ms-per-call,");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ProfileYaml.read(yaml.replace("pause-ms: 13.000", "pause-ms: long")))
                .withMessage("profile: pause-ms: long (expected: a number >= 0)");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ProfileYaml.read(yaml.replace("tasks: 5", "tasks: 0")))
                .withMessage("tasks of common: 0 (expected: >= 1)");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ProfileYaml.read("call: {pool: business}"))
                .withMessage("profile: cpu-ms-per-call is missing");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ProfileYaml.read(yaml.replace("cpu-ms-per-call: 5.2000", "cpu-ms-per-call: 1")))
                .withMessageContaining("the CPU time of its tasks");
        assertThatIllegalArgumentException().isThrownBy(() -> ProfileYaml.read("- 1"));
        assertThatIllegalArgumentException().isThrownBy(() -> ProfileYaml.read("{"));
    }

    @Test
    void runs_areReadAsTheyWereWritten() {
        MeasuredRun run = new MeasuredRun(
                2,
                4,
                new MeasuredRun.Seen(1116, 3.58, 5.25),
                new MeasuredRun.Cpu(0.75, 0.0001, 12),
                List.of(
                        new MeasuredRun.Pool("common", 8, 0.01, 2.55, 2, 0.25, 0.5),
                        new MeasuredRun.Pool("select", 12, 0.02, 1.25, 0, 0.125, 0.75)));

        assertThat(MeasuredRunsCsv.parse("# two cores\n" + MeasuredRunsCsv.write(List.of(run, run))))
                .containsExactly(run, run);
    }

    @Test
    void runs_thatCantBeRead_sayWhichLine() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> MeasuredRunsCsv.parse("cores,users\n"))
                .withMessageStartingWith("first line: cores,users (expected: run,cores,users,");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> MeasuredRunsCsv.parse(MeasuredRunsCsv.COLUMNS + "\n1,2\n"))
                .withMessage("line: 1,2 (expected: 16 figures)");
    }
}
