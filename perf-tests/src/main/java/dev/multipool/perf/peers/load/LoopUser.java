package dev.multipool.perf.peers.load;

import dev.multipool.perf.peers.contestant.PeerClient;
import dev.multipool.pools.NanoClock;
import dev.multipool.user.v1.FindUserInfoRequest;
import dev.multipool.user.v1.FindUserInfoResponse;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** One user on the client's event loop: asks, checks the answer, asks again until the window is over. */
final class LoopUser implements PeerClient.Reply {
    private static final long PAUSE_AFTER_FAILURE_MILLIS = 10;

    private final int number;
    private final long maxUserId;
    private final PeerClient client;
    private final NanoClock clock;
    private final SplittableRandom random;
    private final LoopTally tally;
    private long askedId;
    private long askedNanos;

    LoopUser(int number, long maxUserId, PeerClient client, NanoClock clock, LoopTally tally) {
        this.number = number;
        this.maxUserId = maxUserId;
        this.client = client;
        this.clock = clock;
        this.random = new SplittableRandom(number);
        this.tally = tally;
    }

    /** Asks the first time, on the event loop. */
    void begin() {
        ask(clock.nanoTime());
    }

    private void ask(long nowNanos) {
        if (tally.isOver(nowNanos)) {
            tally.userEnded();
            return;
        }
        askedId = 1 + random.nextLong(maxUserId);
        askedNanos = nowNanos;
        client.find(number, FindUserInfoRequest.newBuilder().setUserId(askedId).build(), this);
    }

    @Override
    public void answered(FindUserInfoResponse response) {
        if (!response.getFound() || response.getUser().getId() != askedId) {
            failed("asked for user " + askedId + ", got " + response.getUser().getId());
            return;
        }
        long nowNanos = clock.nanoTime();
        tally.answered(nowNanos, nowNanos - askedNanos);
        ask(nowNanos);
    }

    @Override
    public void failed(String why) {
        tally.failed(why);
        // a contestant that refuses everything is not asked as fast as it can refuse
        CompletableFuture.delayedExecutor(PAUSE_AFTER_FAILURE_MILLIS, TimeUnit.MILLISECONDS)
                .execute(() -> client.execute(this::begin));
    }
}
