package dev.multipool.pools;

/** Which of the queued tasks a free thread takes next. */
public enum QueueOrder {
    /** The oldest. */
    FIFO("fifo"),
    /**
     * The oldest while the pool keeps up; under overload the newest, while tasks that were queued too long are shed.
     * See {@link QueueConfig} for when a pool is overloaded.
     */
    ADAPTIVE_LIFO("adaptive-lifo");

    private final String word;

    QueueOrder(String word) {
        this.word = word;
    }

    /** Returns the word for this order in a pool's {@linkplain PoolConfig#spec() spec}. */
    public String word() {
        return word;
    }

    /** Reads the word for an order. */
    static QueueOrder parse(String word) {
        for (QueueOrder order : values()) {
            if (order.word().equals(word)) {
                return order;
            }
        }
        throw new IllegalArgumentException("order: " + word + " (expected: fifo or adaptive-lifo)");
    }
}
