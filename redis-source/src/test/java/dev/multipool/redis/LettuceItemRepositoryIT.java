package dev.multipool.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.multipool.redis.RedisUnavailableException.Reason;
import dev.multipool.redis.source.RealRedis;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class LettuceItemRepositoryIT {
    private static final int ITEMS = 1_001;
    private static final int PARTS = 4;
    private static final long SEED = 7;
    private static final Duration AT_MOST = Duration.ofSeconds(20);

    @RegisterExtension
    static final RealRedis redis = new RealRedis();

    private static RedisSettings settings;
    private static LettuceRepositories repositories;
    private static final List<SeedProgress> progress = new ArrayList<>();

    @BeforeAll
    static void seed() {
        settings = RedisSettings.builder(redis.uri()).commandTimeout(AT_MOST).build();
        new ItemSeeder(settings, PARTS).seed(ITEMS, SEED, progress::add);
        repositories = LettuceRepositories.connect(settings);
    }

    @AfterAll
    static void close() {
        repositories.close();
    }

    @Test
    void find_ofEverySeededPart_returnsWhatTheSeederWrote() throws Exception {
        for (long id = 1; id <= ITEMS; id += 100) {
            for (int part = 0; part < PARTS; part++) {
                assertThat(repositories.items().find(id, part, AT_MOST)).contains(SampleItems.part(SEED, id, part));
                assertThat(repositories
                                .items()
                                .findAsync(id, part, AT_MOST)
                                .toCompletableFuture()
                                .get(30, TimeUnit.SECONDS))
                        .contains(SampleItems.part(SEED, id, part));
            }
        }
    }

    @Test
    void find_ofAnAbsentPart_isEmptyAndNoError() {
        assertThat(repositories.items().find(ITEMS + 1, 0, AT_MOST)).isEmpty();
        assertThat(repositories.items().find(1, PARTS, AT_MOST)).isEmpty();
        assertThat(repositories.users().find(-1, AT_MOST)).isEmpty();
    }

    @Test
    void seed_tellsItsProgressInItems() {
        assertThat(progress.get(0)).isEqualTo(new SeedProgress("items", 250, ITEMS));
        assertThat(progress.get(progress.size() - 1)).isEqualTo(new SeedProgress("items", ITEMS, ITEMS));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new ItemSeeder(settings, 0))
                .withMessage("parts: 0 (expected: >= 1)");
    }

    @Test
    void find_ofAValueThatIsNoPart_saysWhichKeyAndWhatWasExpected() {
        put(20_001, "no protobuf".getBytes(StandardCharsets.US_ASCII));
        put(20_002, new byte[0]);
        put(20_003, SampleItems.part(SEED, 20_003, 1).toByteArray());

        for (long id = 20_001; id <= 20_003; id++) {
            long bad = id;
            assertThatExceptionOfType(RedisUnavailableException.class)
                    .isThrownBy(() -> repositories.items().find(bad, 0, AT_MOST))
                    .withMessageContaining("value of item:" + id + ":0 is no item part")
                    .withMessageContaining("expected: a serialized ItemPart with item_id " + id + " and part 0")
                    .matches(e -> e.reason() == Reason.BAD_VALUE);
        }
    }

    private static void put(long id, byte[] value) {
        try (LettuceConnection lettuce = LettuceConnection.open(settings)) {
            lettuce.commands()
                    .set(ItemKeys.bytes(id, 0), value)
                    .toCompletableFuture()
                    .join();
        }
    }
}
