package dev.multipool.perf.peers.load;

import dev.multipool.perf.peers.contestant.PeerClient;
import dev.multipool.pools.NanoClock;
import java.util.stream.IntStream;

/** Users that ask, wait for the answer and ask again. */
record ClosedLoop(LoadOrder order, PeerClient client, NanoClock clock, LoopTally tally) implements LoadLoop {
    @Override
    public void begin() {
        IntStream.range(0, order.load().users())
                .mapToObj(number -> new LoopUser(number, order.maxUserId(), client, clock, tally))
                .forEach(LoopUser::begin);
    }
}
