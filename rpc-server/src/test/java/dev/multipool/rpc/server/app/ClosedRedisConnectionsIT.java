package dev.multipool.rpc.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.UnixOperatingSystemMXBean;
import dev.multipool.redis.LettuceUserInfoRepository;
import dev.multipool.redis.RedisSettings;
import dev.multipool.redis.UserSeeder;
import dev.multipool.redis.source.RealRedis;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Here and not beside the repository: only a native transport, which the service brings along, leaves descriptors. */
class ClosedRedisConnectionsIT {
    private static final int ROUNDS = 20;
    /** Of a loop that is just ending. */
    private static final long ENDING = 5;

    @RegisterExtension
    static final RealRedis redis = new RealRedis();

    @Test
    @EnabledOnOs(OS.LINUX)
    void close_leavesNoDescriptor() {
        assertThatNoDescriptorIsLeftBy(ClosedRedisConnectionsIT::connectAndClose);
    }

    /** Its connection lives for so short a time that the sockets of most loops were left open. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void seed_leavesNoDescriptor() {
        assertThatNoDescriptorIsLeftBy(() -> new UserSeeder(RedisSettings.of(redis.uri())).seed(1, 1, progress -> {}));
    }

    private static void assertThatNoDescriptorIsLeftBy(Runnable use) {
        use.run();
        long before = descriptors();

        for (int i = 0; i < ROUNDS; i++) {
            use.run();
        }

        assertThat(descriptors()).isLessThanOrEqualTo(before + ENDING);
    }

    private static void connectAndClose() {
        try (LettuceUserInfoRepository one = LettuceUserInfoRepository.connect(RedisSettings.of(redis.uri()))) {
            assertThat(one.find(2)).isEmpty();
        }
    }

    private static long descriptors() {
        return ((UnixOperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getOpenFileDescriptorCount();
    }
}
