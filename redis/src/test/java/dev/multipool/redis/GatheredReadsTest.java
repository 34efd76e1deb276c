package dev.multipool.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.redis.GatheredReads.Batch;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.netty.channel.embedded.EmbeddedChannel;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class GatheredReadsTest {
    private static final int BOUND = 4;

    private final EmbeddedChannel channel = new EmbeddedChannel();
    private final List<@Nullable Throwable> failures = new ArrayList<>();

    /** Places that were not given back would fill the bound: then every read would fail with another text. */
    @Test
    void commandsThatThrowErrors_failTheirReads_andGiveTheirPlacesBack() {
        GatheredReads reads = new GatheredReads(
                channel.eventLoop(), failing(), new RedisFailures(RedisSettings.of(URI.create("redis://h"))), BOUND, 3);

        for (int i = 0; i < 3 * BOUND; i++) {
            reads.add(new FailingRead());
            if (i % 2 == 0) {
                channel.runPendingTasks();
            }
        }
        channel.runPendingTasks();

        assertThat(failures).hasSize(3 * BOUND).hasOnlyElementsOfType(OutOfMemoryError.class);
    }

    @SuppressWarnings("unchecked")
    private static RedisClusterAsyncCommands<byte[], byte[]> failing() {
        return (RedisClusterAsyncCommands<byte[], byte[]>) Proxy.newProxyInstance(
                GatheredReadsTest.class.getClassLoader(),
                new Class<?>[] {RedisClusterAsyncCommands.class},
                (proxy, method, arguments) -> {
                    throw new OutOfMemoryError("on purpose");
                });
    }

    private final class FailingRead implements GatheredReads.Read {
        @Override
        public byte[] key() {
            return new byte[] {1};
        }

        @Override
        public void sent(Batch batch) {
            throw new IllegalStateException("nothing is sent");
        }

        @Override
        public boolean isOver() {
            return false;
        }

        @Override
        public void done(byte @Nullable [] value, @Nullable Throwable failure) {
            failures.add(failure);
        }
    }
}
