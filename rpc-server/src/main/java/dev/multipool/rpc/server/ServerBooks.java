package dev.multipool.rpc.server;

import dev.multipool.rpc.protocol.FrameLimits;
import dev.multipool.rpc.server.journal.CallJournal;
import dev.multipool.rpc.server.limits.InFlightCalls;
import dev.multipool.rpc.server.limits.InFlightLimit;

/**
 * Where all calls of one server are counted and written down.
 *
 * @param frameLimits largest frames taken and sent
 * @param inFlight the calls under way
 * @param serverLimit the bound on them
 * @param journal what became of them
 * @param failures what went wrong with them
 */
record ServerBooks(
        FrameLimits frameLimits,
        InFlightCalls inFlight,
        InFlightLimit serverLimit,
        CallJournal journal,
        HandlerFailures failures) {}
