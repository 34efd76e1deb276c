package dev.multipool.laboratory.machine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.laboratory.machine.SchedulingGroups.Group;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SchedulingGroupsTest {
    private final Path root;
    private final Map<String, Long> processes = new LinkedHashMap<>();

    SchedulingGroupsTest(@TempDir Path root) {
        this.root = root;
    }

    @Test
    void ofOneSession_isTogether() throws IOException {
        autogroups("1");
        process("lab", 10, 10, "4:cpu,cpuacct:/\n0::/\n", "/autogroup-3 nice 0");
        process("Redis", 11, 10, "4:cpu,cpuacct:/\n0::/\n", "/autogroup-3 nice 0");

        SchedulingGroups groups = SchedulingGroups.of(root, processes);

        assertThat(groups)
                .isEqualTo(new SchedulingGroups(
                        true, true, List.of(new Group("autogroup-3", 10, 0, List.of("lab", "Redis")))));
        assertThat(groups.sentence()).contains("one scheduling group").contains("by thread");
    }

    @Test
    void ofTwoSessions_areApartWhereAutogroupsAreOn() throws IOException {
        autogroups("1");
        process("lab", 10, 10, "1:cpu:/\n", "/autogroup-3 nice 0");
        process("Redis", 11, 11, "1:cpu:/\n", "/autogroup-9 nice 5");

        SchedulingGroups groups = SchedulingGroups.of(root, processes);

        assertThat(groups.together()).isFalse();
        assertThat(groups.groups())
                .containsExactly(
                        new Group("autogroup-3", 10, 0, List.of("lab")),
                        new Group("autogroup-9", 11, 5, List.of("Redis")));
        assertThat(groups.sentence()).contains("2 scheduling groups").contains("by group: lab against Redis");
    }

    @Test
    void ofTwoSessions_areTogetherWhereAutogroupsAreOff() throws IOException {
        autogroups("0");
        process("lab", 10, 10, "1:cpu:/\n", "/autogroup-3 nice 0");
        process("Redis", 11, 11, "1:cpu:/\n", "/autogroup-9 nice 0");

        assertThat(SchedulingGroups.of(root, processes).together()).isTrue();
    }

    @Test
    void ofAControlGroupWithTheController_sessionsDoNotCount() throws IOException {
        autogroups("1");
        Files.createDirectories(root.resolve("sys/fs/cgroup/user/a/b"));
        Files.writeString(root.resolve("sys/fs/cgroup/user/cpu.weight"), "100\n");
        process("lab", 10, 10, "0::/user/a/b\n", "/autogroup-3 nice 0");
        process("Redis", 11, 11, "0::/user\n", "/autogroup-9 nice 0");

        SchedulingGroups groups = SchedulingGroups.of(root, processes);

        assertThat(groups.groups()).containsExactly(new Group("/user", 10, 0, List.of("lab", "Redis")));
    }

    @Test
    void ofTwoControlGroups_areApart() throws IOException {
        autogroups("1");
        process("lab", 10, 10, "1:cpu:/a\n", "/autogroup-3 nice 0");
        process("Redis", 11, 10, "1:cpu:/b\n", "/autogroup-3 nice 0");

        assertThat(SchedulingGroups.of(root, processes).together()).isFalse();
    }

    @Test
    void withoutLinux_areNotKnown() {
        assertThat(SchedulingGroups.of(root, Map.of("lab", 10L))).isEqualTo(SchedulingGroups.UNKNOWN);
    }

    private void autogroups(String enabled) throws IOException {
        Path kernel = Files.createDirectories(root.resolve("proc/sys/kernel"));
        Files.writeString(kernel.resolve("sched_autogroup_enabled"), enabled + "\n");
    }

    private void process(String member, long pid, long session, String cgroup, String autogroup) throws IOException {
        Path process = Files.createDirectories(root.resolve("proc").resolve(Long.toString(pid)));
        Files.writeString(process.resolve("stat"), pid + " (a (b) c) S 1 " + pid + " " + session + " 0 -1 4194560\n");
        Files.writeString(process.resolve("cgroup"), cgroup);
        Files.writeString(process.resolve("autogroup"), autogroup + "\n");
        processes.put(member, pid);
    }
}
