package dev.multipool.rpc.server.app.settings;

import java.time.Duration;

/**
 * How calls to a dependency are kept apart from the rest: on threads of their own, none queued.
 *
 * @param threads how many calls may be under way at once
 * @param timeout how long each may take
 */
public record IsolationSettings(int threads, Duration timeout) {}
