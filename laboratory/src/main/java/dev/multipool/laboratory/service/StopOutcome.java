package dev.multipool.laboratory.service;

import org.jspecify.annotations.Nullable;

/**
 * How a service ended.
 *
 * @param killed whether a process had to be killed, as it did not end in time when it was asked to
 * @param outlived processes that still ran when the started one had ended; they were ended, too
 * @param portHolder who still listens on its port; null when it is free
 */
public record StopOutcome(
        boolean killed, int outlived, @Nullable PortHolder portHolder) {
    static final StopOutcome NOT_OURS = new StopOutcome(false, 0, null);
}
