package dev.multipool.jmeter;

import java.time.Duration;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.apache.jmeter.config.Arguments;
import org.apache.jmeter.protocol.java.sampler.JavaSamplerContext;

/**
 * The sampler's parameters, as a test plan has them.
 *
 * @param host the server's host
 * @param port the server's RPC port
 * @param connections that all threads of one engine share
 * @param call what each sample asks
 * @param ids which ids are asked for
 * @param timeout deadline of each call
 */
record SamplerSettings(String host, int port, int connections, Call call, Ids ids, Duration timeout) {
    /**
     * Which ids are asked for.
     *
     * @param maxUserId user ids are drawn from 1 to this one
     * @param items ids in each queryItems call
     * @param maxItemId item ids are drawn from 1 to this one
     */
    record Ids(long maxUserId, int items, long maxItemId) {}

    private static final String HOST = "host";
    private static final String PORT = "port";
    private static final String CONNECTIONS = "connections";
    private static final String CALL = "call";
    private static final String MAX_USER_ID = "maxUserId";
    private static final String ITEMS = "items";
    private static final String MAX_ITEM_ID = "maxItemId";
    private static final String TIMEOUT_MILLIS = "timeoutMillis";

    /** What a sample asks. */
    enum Call {
        FIND_USER_INFO("find-user-info"),
        QUERY_ITEMS("query-items");

        private final String text;

        Call(String text) {
            this.text = text;
        }

        private static Call parse(String text) {
            return Arrays.stream(values())
                    .filter(call -> call.text.equals(text))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException(CALL + ": " + text + " (expected: "
                            + Arrays.stream(values()).map(Call::toString).collect(Collectors.joining(" or ")) + ")"));
        }

        @Override
        public String toString() {
            return text;
        }
    }

    SamplerSettings {
        if (host.isBlank()) {
            throw new IllegalArgumentException(HOST + ": '" + host + "' (expected: a host name or an address)");
        }
        requireBetween(PORT, port, 1, 65_535);
        requireBetween(CONNECTIONS, connections, 1, 10_000);
        requireBetween(MAX_USER_ID, ids.maxUserId(), 1, Long.MAX_VALUE - 1);
        requireBetween(ITEMS, ids.items(), 1, 10_000);
        requireBetween(MAX_ITEM_ID, ids.maxItemId(), 1, Long.MAX_VALUE - 1);
        requireBetween(TIMEOUT_MILLIS, timeout.toMillis(), 1, Duration.ofDays(1).toMillis());
    }

    private static void requireBetween(String name, long value, long least, long most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(name + ": " + value + " (expected: " + least + " to " + most + ")");
        }
    }

    /** The parameters with their defaults, as JMeter shows them to who makes a plan. */
    static Arguments defaults() {
        Arguments defaults = new Arguments();
        defaults.addArgument(HOST, "127.0.0.1");
        defaults.addArgument(PORT, "8000");
        defaults.addArgument(CONNECTIONS, "4");
        defaults.addArgument(CALL, Call.FIND_USER_INFO.text);
        defaults.addArgument(MAX_USER_ID, "10000");
        defaults.addArgument(ITEMS, "10");
        defaults.addArgument(MAX_ITEM_ID, "10000");
        defaults.addArgument(TIMEOUT_MILLIS, "1000");
        return defaults;
    }

    /**
     * Reads a plan's parameters.
     *
     * @throws IllegalArgumentException when one is out of bounds or no number
     */
    static SamplerSettings of(JavaSamplerContext context) {
        return new SamplerSettings(
                text(context, HOST),
                wholeNumber(context, PORT),
                wholeNumber(context, CONNECTIONS),
                Call.parse(text(context, CALL)),
                new SamplerSettings.Ids(
                        number(context, MAX_USER_ID), wholeNumber(context, ITEMS), number(context, MAX_ITEM_ID)),
                Duration.ofMillis(number(context, TIMEOUT_MILLIS)));
    }

    private static String text(JavaSamplerContext context, String name) {
        // a plan may leave a parameter out
        return context.getParameter(name, defaults().getArgumentsAsMap().get(name))
                .strip();
    }

    /** Bounded here, so that a number that is too large fails its own check and not the conversion. */
    private static int wholeNumber(JavaSamplerContext context, String name) {
        return (int) Math.max(Integer.MIN_VALUE, Math.min(Integer.MAX_VALUE, number(context, name)));
    }

    private static long number(JavaSamplerContext context, String name) {
        String text = text(context, name);
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(name + ": '" + text + "' (expected: a whole number)", e);
        }
    }
}
