package dev.multipool.redis.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.redis.Eventually;
import dev.multipool.redis.Signals;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** A Redis of ours ends with the JVM that opened it, however that one ends. */
@Execution(ExecutionMode.CONCURRENT)
class OwnerDeathIT {
    private static final Map<String, String> EMBEDDED = Map.of("MULTIPOOL_REDIS", "embedded");

    @Test
    void killedOwner_leavesNoRedis() throws Exception {
        try (OwnerProcess owner = OwnerProcess.start(EMBEDDED, entry -> true)) {
            long redis = owner.redisProcess();
            assertThat(Signals.isAlive(redis)).isTrue();

            owner.kill();

            Eventually.isTrue("Redis has ended", () -> !Signals.isAlive(redis));
        }
    }

    @Test
    void killedOwner_leavesNoFrozenRedis() throws Exception {
        try (OwnerProcess owner = OwnerProcess.start(EMBEDDED, entry -> true)) {
            long redis = owner.redisProcess();
            Signals.send("STOP", redis);

            owner.kill();

            Eventually.isTrue("Redis has ended", () -> !Signals.isAlive(redis));
        }
    }

    @Test
    void terminatedOwner_leavesNoRedis() throws Exception {
        try (OwnerProcess owner = OwnerProcess.start(EMBEDDED, entry -> true)) {
            long redis = owner.redisProcess();

            owner.terminate();

            Eventually.isTrue("Redis has ended", () -> !Signals.isAlive(redis));
        }
    }

    @Test
    void owner_withoutTestcontainers_saysSoAndTakesAnEmbeddedRedis() throws Exception {
        try (OwnerProcess owner =
                OwnerProcess.start(Map.of("MULTIPOOL_REDIS", "auto"), entry -> !entry.contains("testcontainers"))) {
            assertThat(owner.line()).endsWith("; no container: Testcontainers is not on the class path");
        }
    }
}
