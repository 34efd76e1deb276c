package dev.multipool.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.agent.program.AttachProgram;
import dev.multipool.agent.program.PlainProgram;
import java.util.List;
import org.junit.jupiter.api.Test;

class AttachIT {

    private static final List<String> FLAGS = List.of("-Djdk.attach.allowAttachSelf=true");

    @Test
    void attachAndDetach_again_seeThePoolAndLeaveNothingBehind() throws Exception {
        Figures figures = ChildJvm.run(FLAGS, AttachProgram.class, ChildJvm.AGENT.toString(), "4");

        assertThat(figures.byName())
                .containsEntry("ArrivalsTasks", 6.0)
                .containsEntry("CompletionsTasks", 6.0)
                .containsEntry("Threads", 2.0)
                .containsEntry("pools", 0.0)
                .containsEntry("agentThreads", 0.0)
                .containsEntry("terminated", 1.0);
        assertThat(figures.complaints()).isEmpty();
    }

    @Test
    void anAgentThatCantBegin_saysSoOnce_andTheJvmRunsAllTheSame() throws Exception {
        Figures figures = ChildJvm.run(List.of("-javaagent:" + ChildJvm.AGENT + "=unknown"), PlainProgram.class);

        assertThat(figures.byName()).containsEntry("ran", 1.0);
        assertThat(figures.complaints())
                .containsExactly(
                        "multipool-agent: options: unknown (expected: none, prometheus=[HOST:]PORT, jfr, own-cost=PERCENT, slow-task=MILLISECONDS, or stop)");
    }
}
