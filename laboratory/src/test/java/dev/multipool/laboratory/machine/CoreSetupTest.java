package dev.multipool.laboratory.machine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.laboratory.machine.cores.AwakeBy;
import dev.multipool.laboratory.result.MadeUpResults;
import java.util.List;
import org.junit.jupiter.api.Test;

class CoreSetupTest {
    @Test
    void sentence_tellsWhatIsDone() {
        assertThat(MadeUpResults.MACHINE.sentence())
                .isEqualTo(
                        "cores are kept awake: this is a virtual machine; the kernel polls on idle ones; stalls are metered from 5 ms on, with real-time"
                                + " priority; memory is compacted before a process starts: this is a virtual machine; the measured processes are in one scheduling group, so they share a core by thread;"
                                + " the helper process has a group of its own that yields to all others");
    }

    @Test
    void sentence_tellsThatMemoryCouldNotBeCompactedAnyMore() {
        assertThat(MadeUpResults.MACHINE
                        .withoutCompaction("compacting it failed")
                        .sentence())
                .contains("memory is not compacted: compacting it failed")
                .doesNotContain("memory is compacted");
    }

    @Test
    void sentence_tellsWhatIsMissing() {
        CoreSetup setup = new CoreSetup(
                AwakeBy.NOTHING,
                "it was asked for",
                false,
                null,
                false,
                false,
                "compacting it is not to be had",
                SchedulingGroups.UNKNOWN,
                List.of("this", "that"));

        assertThat(setup.sentence())
                .isEqualTo(
                        "cores may halt: it was asked for; stalls are not metered; memory is not compacted: compacting it is not to be had; how the scheduler groups the processes"
                                + " is not known; not to be had: this, that");
    }
}
