package dev.multipool.redis.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.redis.Eventually;
import dev.multipool.redis.Signals;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** A Redis of ours ends with the JVM that opened it, however that one ends. */
@Execution(ExecutionMode.CONCURRENT)
class OwnerDeathIT {
    @Test
    void killedOwner_leavesNoRedis_evenOneThatIsFrozen() throws Exception {
        try (OwnerProcess owner = OwnerProcess.start(Map.of("MULTIPOOL_REDIS", "embedded"), entry -> true, 2)) {
            List<Long> processes = owner.redisProcesses();
            assertThat(processes).hasSize(2).allMatch(Signals::isAlive);
            Signals.send("STOP", processes.get(1));

            owner.kill();

            Eventually.isTrue("both have ended", () -> processes.stream().noneMatch(Signals::isAlive));
        }
    }

    @Test
    void owner_withoutTestcontainers_saysSo_takesAnEmbeddedRedis_andLeavesNoneWhenTerminated() throws Exception {
        try (OwnerProcess owner =
                OwnerProcess.start(Map.of("MULTIPOOL_REDIS", "auto"), entry -> !entry.contains("testcontainers"))) {
            assertThat(owner.line()).endsWith("; no container: Testcontainers is not on the class path");
            List<Long> processes = owner.redisProcesses();
            assertThat(processes).hasSize(1).allMatch(Signals::isAlive);

            owner.terminate();

            Eventually.isTrue("Redis has ended", () -> processes.stream().noneMatch(Signals::isAlive));
        }
    }
}
