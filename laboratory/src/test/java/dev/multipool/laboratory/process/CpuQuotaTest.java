package dev.multipool.laboratory.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.multipool.laboratory.process.CpuQuota.Throttling;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CpuQuotaTest {
    private final Path cgroups;
    private final Path proc;
    private final String name = "multipool-lab-" + ProcessHandle.current().pid();

    CpuQuotaTest(@TempDir Path directory) throws IOException {
        cgroups = Files.createDirectory(directory.resolve("cgroup"));
        proc = directory.resolve("proc");
        Files.createDirectories(proc.resolve("self"));
    }

    @Test
    void create_inVersion1_limitsAGroupBesideOnesOwnInTheCpuController() throws IOException {
        Files.createDirectories(cgroups.resolve("cpu/mine"));
        Files.writeString(cgroups.resolve("cpu/cpu.cfs_quota_us"), "-1");
        Files.writeString(proc.resolve("self/cgroup"), "4:memory:/other\n3:cpuacct,cpu:/mine\n0::/\n");

        CpuQuota quota = CpuQuota.create(cgroups, proc, 1.5);

        Path group = cgroups.resolve("cpu/mine").resolve(name);
        assertThat(group.resolve("cpu.cfs_quota_us")).hasContent("150000");
        assertThat(group.resolve("cpu.cfs_period_us")).hasContent("100000");
        assertThat(quota.inside(List.of("java", "-version")))
                .startsWith("/bin/sh", "-c")
                .endsWith(group.resolve("cgroup.procs").toString(), "java", "-version");
    }

    @Test
    void create_inVersion2_limitsAGroupBesideOnesOwnAndPassesTheControllerOn() throws IOException {
        Files.createDirectories(cgroups.resolve("user.slice/session"));
        Files.writeString(cgroups.resolve("user.slice/cgroup.subtree_control"), "memory pids");
        Files.writeString(proc.resolve("self/cgroup"), "0::/user.slice/session\n");

        CpuQuota.create(cgroups, proc, 1);

        assertThat(cgroups.resolve("user.slice").resolve(name).resolve("cpu.max"))
                .hasContent("100000 100000");
        assertThat(cgroups.resolve("user.slice/cgroup.subtree_control")).hasContent("+cpu");
    }

    @Test
    void create_withoutControlGroups_saysWhatIsExpected() throws IOException {
        Files.writeString(proc.resolve("self/cgroup"), "0::/\n");

        assertThatExceptionOfType(ProcessFailedException.class)
                .isThrownBy(() -> CpuQuota.create(cgroups, proc, 1))
                .withMessageStartingWith("a CPU quota can't be set here: ")
                .withMessageContaining("(expected: Linux control groups");
        assertThat(CpuQuota.findObstacle(cgroups, proc)).isPresent();
    }

    @Test
    void throttling_isTheShareOfThePeriodsSinceAnEarlierReading() throws IOException {
        Files.writeString(cgroups.resolve("cgroup.subtree_control"), "cpu");
        Files.writeString(proc.resolve("self/cgroup"), "0::/\n");
        CpuQuota quota = CpuQuota.create(cgroups, proc, 1);
        Files.writeString(cgroups.resolve(name).resolve("cpu.stat"), "usage_usec 7\nnr_periods 50\nnr_throttled 15\n");

        assertThat(quota.throttling()).isEqualTo(new Throttling(50, 15));
        assertThat(new Throttling(50, 15).shareSince(new Throttling(10, 5))).isEqualTo(0.25);
        assertThat(new Throttling(50, 15).shareSince(new Throttling(50, 15))).isNull();
    }
}
