package dev.multipool.perf.peers.load;

import dev.multipool.perf.peers.contestant.PeerClient;
import dev.multipool.pools.NanoClock;
import dev.multipool.user.v1.FindUserInfoRequest;
import dev.multipool.user.v1.FindUserInfoResponse;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/**
 * Calls that are due when a seeded schedule says, whatever became of those before. A response time counts from when its call
 * was due, and a call counts when it was due in the window.
 *
 * <p>How it works: it sends all that is due, then sets a timer of the event loop to the next call. That is exact to some ten
 * microseconds by epoll. Spinning would be exacter, and would take the core from Redis. A call that finds all numbers of
 * {@link PeerClient} under way waits in order. After the window it goes on, uncounted, until the counted calls have ended:
 * they must not meet a server that the end of the load has relieved.
 *
 * <p><b>Threads:</b> confined to the client's event loop.
 */
final class OpenLoop implements LoadLoop, Runnable {
    /** Calls sent before the event loop may read answers again. */
    private static final int BATCH = 64;

    private final long maxUserId;
    private final PeerClient client;
    private final NanoClock clock;
    private final LoopTally tally;
    private final PoissonArrivals arrivals;
    private final SplittableRandom ids;
    /** First in, first out, so that the calls spread over all connections. */
    private final Deque<Integer> freeNumbers = new ArrayDeque<>(PeerClient.MAX_USERS);
    /** When those were due that found no number. */
    private final Deque<Long> waitingNanos = new ArrayDeque<>();

    private long beginNanos;
    private long dueNanos;
    private long countedUnderWay;
    private boolean hasSentAll;
    private boolean isSendingWaiting;

    OpenLoop(LoadOrder order, PeerClient client, NanoClock clock, LoopTally tally) {
        this.maxUserId = order.maxUserId();
        this.client = client;
        this.clock = clock;
        this.tally = tally;
        this.arrivals =
                new PoissonArrivals(order.load().callsPerSecond(), order.load().seed());
        this.ids = new SplittableRandom(order.load().seed());
        for (int number = 0; number < PeerClient.MAX_USERS; number++) {
            freeNumbers.add(number);
        }
    }

    @Override
    public void begin() {
        beginNanos = clock.nanoTime();
        dueNanos = beginNanos + arrivals.nextNanos();
        run();
    }

    /** Sends what is due, and comes again when the next call is. */
    @Override
    public void run() {
        for (int i = 0; i < BATCH && !isOver() && clock.nanoTime() - dueNanos >= 0; i++) {
            arrive();
            dueNanos = beginNanos + arrivals.nextNanos();
        }
        if (isOver()) {
            hasSentAll = true;
            endWithLastAnswer();
            return;
        }
        long untilDueNanos = dueNanos - clock.nanoTime();
        if (untilDueNanos <= 0) {
            // behind: the event loop may read answers, then it goes on at once
            client.execute(this);
        } else {
            client.schedule(this, untilDueNanos);
        }
    }

    private boolean isOver() {
        long patienceNanos = TimeUnit.SECONDS.toNanos(PeerLoad.LAST_ANSWERS_SECONDS);
        return tally.isOver(dueNanos) && (countedUnderWay == 0 || tally.isOver(dueNanos - patienceNanos));
    }

    private void arrive() {
        tally.arrived(dueNanos, clock.nanoTime());
        if (tally.isCounted(dueNanos)) {
            countedUnderWay++;
        }
        waitingNanos.add(dueNanos);
        sendWaiting();
    }

    private void sendWaiting() {
        // an answer that comes at once must not come back here: the stack would grow with what waits
        if (isSendingWaiting) {
            return;
        }
        isSendingWaiting = true;
        while (!waitingNanos.isEmpty() && !freeNumbers.isEmpty()) {
            long askedId = 1 + ids.nextLong(maxUserId);
            int number = freeNumbers.remove();
            client.find(
                    number,
                    FindUserInfoRequest.newBuilder().setUserId(askedId).build(),
                    new UnderWay(number, askedId, waitingNanos.remove()));
        }
        isSendingWaiting = false;
    }

    private void ended(int number, long callDueNanos) {
        freeNumbers.add(number);
        if (tally.isCounted(callDueNanos)) {
            countedUnderWay--;
        }
        sendWaiting();
        endWithLastAnswer();
    }

    private void endWithLastAnswer() {
        if (hasSentAll && freeNumbers.size() == PeerClient.MAX_USERS) {
            tally.userEnded();
        }
    }

    /** One call. */
    private final class UnderWay implements PeerClient.Reply {
        private final int number;
        private final long askedId;
        private final long callDueNanos;

        UnderWay(int number, long askedId, long callDueNanos) {
            this.number = number;
            this.askedId = askedId;
            this.callDueNanos = callDueNanos;
        }

        @Override
        public void answered(FindUserInfoResponse response) {
            if (!response.getFound() || response.getUser().getId() != askedId) {
                failed("asked for user " + askedId + ", got "
                        + response.getUser().getId());
                return;
            }
            tally.answered(callDueNanos, clock.nanoTime() - callDueNanos);
            ended(number, callDueNanos);
        }

        @Override
        public void failed(String why) {
            tally.failed(why);
            ended(number, callDueNanos);
        }
    }
}
