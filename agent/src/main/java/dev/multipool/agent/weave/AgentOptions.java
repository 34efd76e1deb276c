package dev.multipool.agent.weave;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * What the agent is told beside its jar, such as {@code prometheus=9404,jfr}.
 *
 * @param metrics where Prometheus' text is served, or null for nowhere
 * @param jfr whether a recording gets events
 * @param ownCost the most that measuring may cost, as a part of the process's CPU time
 * @param slowNanos from here on a task is slow, from its arrival to its end
 */
record AgentOptions(@Nullable InetSocketAddress metrics, boolean jfr, double ownCost, long slowNanos) {

    private static final double USUAL_COST = 0.05;
    private static final int MAX_PORT = 65_535;
    private static final int USUAL_SLOW_MILLIS = 100;
    private static final long NANOS_PER_MILLI = 1_000_000;

    /**
     * Reads options, which commas separate.
     *
     * @throws IllegalArgumentException with what was expected
     */
    static AgentOptions parse(@Nullable String text) {
        InetSocketAddress metrics = null;
        boolean jfr = false;
        double ownCost = USUAL_COST;
        long slowNanos = USUAL_SLOW_MILLIS * NANOS_PER_MILLI;
        for (String option : (text == null ? "" : text).split(",", -1)) {
            String value = option.substring(option.indexOf('=') + 1);
            if (option.startsWith("prometheus=")) {
                metrics = address(value);
            } else if (option.startsWith("own-cost=")) {
                ownCost = share(value);
            } else if (option.startsWith("slow-task=")) {
                slowNanos = NANOS_PER_MILLI * millis(value);
            } else if (option.equals("jfr")) {
                jfr = true;
            } else if (!option.isBlank()) {
                throw new IllegalArgumentException(
                        "options: " + option
                                + " (expected: none, prometheus=[HOST:]PORT, jfr, own-cost=PERCENT, slow-task=MILLISECONDS, or stop)");
            }
        }
        return new AgentOptions(metrics, jfr, ownCost, slowNanos);
    }

    private static InetSocketAddress address(String text) {
        int colon = text.lastIndexOf(':');
        try {
            int port = Integer.parseInt(text.substring(colon + 1));
            if (port >= 0 && port <= MAX_PORT) {
                return colon < 0
                        ? new InetSocketAddress(InetAddress.getLoopbackAddress(), port)
                        : new InetSocketAddress(text.substring(0, colon), port);
            }
        } catch (NumberFormatException e) {
            // said below
        }
        throw new IllegalArgumentException("prometheus: " + text + " (expected: PORT or HOST:PORT)");
    }

    private static double share(String text) {
        try {
            double percent = Double.parseDouble(text);
            if (percent > 0) {
                return percent / 100;
            }
        } catch (NumberFormatException e) {
            // said below
        }
        throw new IllegalArgumentException("own-cost: " + text + " (expected: percent of the process's CPU time, > 0)");
    }

    private static int millis(String text) {
        try {
            int millis = Integer.parseInt(text);
            if (millis > 0) {
                return millis;
            }
        } catch (NumberFormatException e) {
            // said below
        }
        throw new IllegalArgumentException("slow-task: " + text + " (expected: milliseconds, > 0)");
    }
}
