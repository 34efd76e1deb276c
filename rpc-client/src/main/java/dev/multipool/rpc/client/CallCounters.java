package dev.multipool.rpc.client;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/**
 * What a client counts over all its connections. The pending count is the limit too: a call takes one slot before it goes
 * to its event loop and gives it back once, when it leaves its connection's map or never got there.
 */
final class CallCounters {
    private final int maxPendingCalls;
    private final AtomicInteger pendingCalls = new AtomicInteger();
    private final LongAdder lateAnswers = new LongAdder();
    private final AtomicLong connects = new AtomicLong();
    private final LongAdder reconnects = new LongAdder();
    private final LongAdder droppedConnections = new LongAdder();
    private final LongAdder sentBytes = new LongAdder();
    private final LongAdder receivedBytes = new LongAdder();

    CallCounters(int maxPendingCalls) {
        this.maxPendingCalls = maxPendingCalls;
    }

    boolean tryTakeSlot() {
        if (pendingCalls.incrementAndGet() <= maxPendingCalls) {
            return true;
        }
        pendingCalls.decrementAndGet();
        return false;
    }

    void giveSlotBack() {
        int left = pendingCalls.decrementAndGet();
        assert left >= 0 : "a pending slot was given back twice";
    }

    void countLateAnswer() {
        lateAnswers.increment();
    }

    void countConnect() {
        connects.incrementAndGet();
    }

    void countReconnect() {
        reconnects.increment();
    }

    void countDroppedConnection() {
        droppedConnections.increment();
    }

    void countSentBytes(int bytes) {
        sentBytes.add(bytes);
    }

    void countReceivedBytes(int bytes) {
        receivedBytes.add(bytes);
    }

    int maxPendingCalls() {
        return maxPendingCalls;
    }

    int pendingCalls() {
        // a refused call counts for an instant
        return Math.min(pendingCalls.get(), maxPendingCalls);
    }

    long lateAnswers() {
        return lateAnswers.sum();
    }

    long connects() {
        return connects.get();
    }

    long reconnects() {
        return reconnects.sum();
    }

    long droppedConnections() {
        return droppedConnections.sum();
    }

    long sentBytes() {
        return sentBytes.sum();
    }

    long receivedBytes() {
        return receivedBytes.sum();
    }
}
