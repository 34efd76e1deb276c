package dev.multipool.laboratory.machine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.laboratory.machine.Wanted.Decision;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AwakeCoresTest {
    private final Path root;

    AwakeCoresTest(@TempDir Path root) {
        this.root = root;
    }

    @Test
    void auto_onAVirtualMachine_isOn() throws IOException {
        cpuinfo("fpu vme hypervisor");

        Decision decision = AwakeCores.decide(Wanted.AUTO, root);

        assertThat(decision.on()).isTrue();
        assertThat(decision.why()).isEqualTo("this is a virtual machine");
    }

    @Test
    void auto_withADeepSleepState_isOn() throws IOException {
        cpuinfo("fpu vme");
        sleepState(0, 2, 0);
        sleepState(1, 170, 0);

        assertThat(AwakeCores.decide(Wanted.AUTO, root).on()).isTrue();
    }

    @Test
    void auto_withDeepSleepStatesSwitchedOff_isOff() throws IOException {
        cpuinfo("fpu vme");
        sleepState(0, 99, 0);
        sleepState(1, 170, 1);

        assertThat(AwakeCores.decide(Wanted.AUTO, root).on()).isFalse();
    }

    @Test
    void auto_withoutLinux_isOff() {
        assertThat(AwakeCores.decide(Wanted.AUTO, root.resolve("none")).on()).isFalse();
    }

    @Test
    void onAndOff_askNoMachine() throws IOException {
        cpuinfo("hypervisor");

        assertThat(AwakeCores.decide(Wanted.ON, root.resolve("none")).on()).isTrue();
        assertThat(AwakeCores.decide(Wanted.OFF, root).on()).isFalse();
    }

    private void cpuinfo(String flags) throws IOException {
        Files.writeString(
                Files.createDirectories(root.resolve("proc")).resolve("cpuinfo"),
                "processor\t: 0\nflags\t\t: " + flags + "\n");
    }

    private void sleepState(int number, int latency, int disabled) throws IOException {
        Path state = Files.createDirectories(root.resolve("sys/devices/system/cpu/cpu0/cpuidle/state" + number));
        Files.writeString(state.resolve("latency"), latency + "\n");
        Files.writeString(state.resolve("disable"), disabled + "\n");
    }
}
