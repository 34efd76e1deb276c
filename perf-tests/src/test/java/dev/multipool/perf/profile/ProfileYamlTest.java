package dev.multipool.perf.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.multipool.capacity.calibration.MeasuredRun;
import dev.multipool.capacity.calibration.ServiceProfile;
import dev.multipool.capacity.calibration.ServiceProfile.Blocked;
import dev.multipool.capacity.calibration.ServiceProfile.Pauses;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProfileYamlTest {
    private static final ServiceProfile PROFILE =
            new ServiceProfile(0.588, 0.185, 0.388, new Blocked(2.161, 0.28), 0.821, new Pauses(7000, 13), 0.02);

    @Test
    void read_ofWhatWasWritten_isTheSame() {
        String yaml = ProfileYaml.write(PROFILE);

        assertThat(yaml).contains("cpu-ms-per-call: 0.58800  # CPU time of the whole process");
        assertThat(ProfileYaml.read(yaml)).isEqualTo(PROFILE);
    }

    @Test
    void read_ofAWrongProfile_saysWhatIsWrong() {
        String yaml = ProfileYaml.write(PROFILE);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> ProfileYaml.read(yaml.replace("band:", "bond:")))
                .withMessageStartingWith("profile: bond (expected: one of [cpu-ms-per-call,");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ProfileYaml.read(yaml.replace("pause-ms: 13.000", "pause-ms: long")))
                .withMessage("profile: pause-ms: long (expected: a number >= 0)");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ProfileYaml.read("band: 0.1"))
                .withMessage("profile: cpu-ms-per-call is missing");
        assertThatIllegalArgumentException().isThrownBy(() -> ProfileYaml.read("- 1"));
        assertThatIllegalArgumentException().isThrownBy(() -> ProfileYaml.read("{"));
    }

    @Test
    void runs_areReadLineByLine() {
        List<MeasuredRun> runs = MeasuredRunsCsv.parse(
                "# two cores\n" + MeasuredRunsCsv.COLUMNS + "\n2,4,8,1116,3.58,0.75,0.0001,12,0.01,2.55,0.39,0.6\n");

        assertThat(runs).hasSize(1);
        assertThat(runs.get(0).threads()).isEqualTo(8);
        assertThat(runs.get(0).pool().cpuMillis()).isEqualTo(0.39);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> MeasuredRunsCsv.parse("cores,users\n"))
                .withMessageStartingWith("first line: cores,users (expected: cores,users,threads,");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> MeasuredRunsCsv.parse(MeasuredRunsCsv.COLUMNS + "\n1,2\n"))
                .withMessage("line: 1,2 (expected: 12 figures)");
    }
}
