package dev.multipool.perf.peers.load;

import dev.multipool.perf.peers.contestant.PeerClient;
import dev.multipool.pools.NanoClock;
import dev.multipool.user.v1.FindUserInfoRequest;
import dev.multipool.user.v1.FindUserInfoResponse;
import dev.multipool.user.v1.UserInfo;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A client with an event loop and a clock of its own, whose answers come when a test says. */
final class ScriptedClient implements PeerClient, NanoClock {
    /** How long a call takes; null where it is refused at once. */
    interface Service {
        @Nullable
        Long tookNanos(int call);
    }

    private final PriorityQueue<Task> tasks =
            new PriorityQueue<>(Comparator.comparingLong(Task::atNanos).thenComparingInt(Task::order));
    private final List<Long> sentNanos = new ArrayList<>();
    private final Set<Integer> underWay = new HashSet<>();
    private final Service service;
    private long lateNanos;
    private long nowNanos;
    private int order;

    ScriptedClient(Service service) {
        this.service = service;
    }

    /** Every timer comes so much too late. */
    ScriptedClient late(long nanos) {
        lateNanos = nanos;
        return this;
    }

    /** Runs the event loop until it has nothing to do. */
    void runAll() {
        while (!tasks.isEmpty()) {
            Task task = tasks.remove();
            nowNanos = Math.max(nowNanos, task.atNanos());
            task.run().run();
        }
    }

    List<Long> sentNanos() {
        return sentNanos;
    }

    @Override
    public void find(int user, FindUserInfoRequest request, Reply reply) {
        if (!underWay.add(user)) {
            throw new IllegalStateException("number " + user + " has a call under way");
        }
        @Nullable Long tookNanos = service.tookNanos(sentNanos.size());
        sentNanos.add(nowNanos);
        if (tookNanos == null) {
            underWay.remove(user);
            reply.failed("refused");
            return;
        }
        at(nowNanos + tookNanos, () -> {
            underWay.remove(user);
            reply.answered(FindUserInfoResponse.newBuilder()
                    .setFound(true)
                    .setUser(UserInfo.newBuilder().setId(request.getUserId()))
                    .build());
        });
    }

    @Override
    public void execute(Runnable task) {
        at(nowNanos, task);
    }

    @Override
    public void schedule(Runnable task, long delayNanos) {
        at(nowNanos + delayNanos + lateNanos, task);
    }

    private void at(long atNanos, Runnable run) {
        tasks.add(new Task(atNanos, order++, run));
    }

    @Override
    public long nanoTime() {
        return nowNanos;
    }

    @Override
    public void close() {}

    private record Task(long atNanos, int order, Runnable run) {}
}
