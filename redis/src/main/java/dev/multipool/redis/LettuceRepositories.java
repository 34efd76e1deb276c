package dev.multipool.redis;

/**
 * The repositories of one Redis, all over one pipelined connection.
 *
 * <pre>{@code
 * try (LettuceRepositories redis = LettuceRepositories.connect(RedisSettings.of(uri))) {
 *     redis.users().find(42, Duration.ofMillis(50));
 *     redis.items().find(7, 0, Duration.ofMillis(50));
 * }
 * }</pre>
 *
 * <p><b>Threads:</b> any thread may call; see {@link LettuceUserInfoRepository}.
 *
 * <p><b>Lifecycle:</b> {@link #connect} returns connected repositories or throws and leaves no thread behind. {@link
 * #close} ends within seconds and may be called twice.
 */
public final class LettuceRepositories implements AutoCloseable {
    private final LettuceReads reads;
    private final UserInfoRepository users;
    private final ItemRepository items;

    private LettuceRepositories(LettuceReads reads) {
        this.reads = reads;
        this.users = new LettuceUserInfoRepository(reads);
        this.items = new LettuceItemRepository(reads);
    }

    /**
     * Connects.
     *
     * @throws RedisUnavailableException when this Redis can't be reached within {@code connectTimeout}
     */
    public static LettuceRepositories connect(RedisSettings settings) {
        return new LettuceRepositories(LettuceReads.connect(settings));
    }

    public UserInfoRepository users() {
        return users;
    }

    public ItemRepository items() {
        return items;
    }

    /** Closes the connection; calls under way fail. Bounded in time; a second call does nothing. */
    @Override
    public void close() {
        reads.close();
    }
}
