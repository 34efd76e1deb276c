package dev.multipool.bench;

import java.time.Duration;

/**
 * What one closed-loop run does: {@code users} users, each sending its next findUserInfo call when the one before is
 * answered, over {@code connections} connections, for a warm-up that is not counted and then a measured window.
 *
 * @param host the server's host
 * @param port the server's RPC port
 * @param users concurrent users; at least {@code connections}
 * @param connections TCP connections that the users share evenly
 * @param warmup time before the measured window
 * @param duration the measured window
 * @param callTimeout deadline of each call, sent along and enforced locally
 * @param maxUserId ids are drawn uniformly from 1 to this
 * @param seed of the ids' random sequence
 */
public record LoadPlan(
        String host,
        int port,
        int users,
        int connections,
        Duration warmup,
        Duration duration,
        Duration callTimeout,
        long maxUserId,
        long seed) {}
