package dev.multipool.redis;

import io.lettuce.core.KeyValue;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.netty.channel.EventLoop;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * The reads that one connection's event loop was asked for while it was busy: they travel as one MGET.
 *
 * <p><b>Threads</b>: on the connection's event loop alone.
 *
 * <p><b>Invariants</b>: (1) a read is given to Redis in the loop's turn in which it came; (2) at most {@code bound} reads wait
 * for Redis; commands of which every read was given up no longer count here, Lettuce bounds them; (3) each read is done
 * once, unless it was over before.
 */
final class GatheredReads {

    /*
     * An event loop takes in all that has arrived, then runs its tasks. So the first read of a turn puts a task behind
     * everything that is being read just now, and what comes until this task runs goes along: under load many calls, at low
     * load one, which is sent as a GET and has waited for nothing. A command costs Lettuce and Redis more than a key does.
     *
     * MGET says nil of a key that holds no string, where GET says WRONGTYPE. A nil is therefore asked for again, by GET:
     * an absent user costs a second round trip, and a wrong value is told as such.
     *
     * A Redis Cluster takes an MGET only of keys of one of its 16384 slots, also where one server has them all. Reads of
     * one turn hardly ever share one, so that an MGET for each slot would be a command for each read, dearer than its GET:
     * to a Cluster mostKeys is 1.
     */

    /** So that no command holds Redis up for long: it serves nobody else meanwhile. */
    static final int MOST_KEYS = 64;

    /** A read on its way. */
    interface Read {
        byte[] key();

        /** It was given to Redis, which has not answered yet. */
        void sent(Batch batch);

        /** Whether its caller was answered already, since its time was over. */
        boolean isOver();

        /** Its value, null when there is none, or why it failed. */
        void done(byte @Nullable [] value, @Nullable Throwable failure);
    }

    /** What travels together. */
    static final class Batch {
        private final RedisFuture<?> reply;
        private int open;

        private Batch(RedisFuture<?> reply, int reads) {
            this.reply = reply;
            this.open = reads;
        }

        /** One of the reads is over before its answer; the last one of them takes the command back. */
        void abandoned() {
            if (--open == 0) {
                reply.cancel(true);
            }
        }
    }

    private final EventLoop loop;
    private final RedisClusterAsyncCommands<byte[], byte[]> commands;
    private final RedisFailures failures;
    private final int bound;
    private final int mostKeys;
    private List<Read> waiting = new ArrayList<>();
    private int underWay;

    /**
     * @param bound most reads that are with Redis
     * @param mostKeys of one command; 1 sends each read by itself
     */
    GatheredReads(
            EventLoop loop,
            RedisClusterAsyncCommands<byte[], byte[]> commands,
            RedisFailures failures,
            int bound,
            int mostKeys) {
        this.loop = loop;
        this.commands = commands;
        this.failures = failures;
        this.bound = bound;
        this.mostKeys = mostKeys;
    }

    /** Takes a read on; when it can't, the read is done with the reason. */
    void add(Read read) {
        if (underWay + waiting.size() >= bound) {
            read.done(null, failures.queueFull(null));
            return;
        }
        waiting.add(read);
        if (waiting.size() >= mostKeys) {
            send();
        } else if (waiting.size() == 1) {
            try {
                loop.execute(this::send);
            } catch (RejectedExecutionException e) {
                waiting.clear();
                read.done(null, failures.closed());
            } catch (Throwable t) {
                // no memory, say: a read that waits without a task to send it would hold up all that come after it
                waiting.clear();
                read.done(null, t);
            }
        }
    }

    private void send() {
        if (waiting.isEmpty()) {
            return;
        }
        List<Read> reads = waiting;
        waiting = new ArrayList<>(reads.size());
        underWay += reads.size();
        if (reads.size() == 1) {
            get(reads.get(0), false);
        } else {
            mget(reads);
        }
    }

    /** Sends a read by itself, or again: then its time limit runs on. */
    private void get(Read read, boolean again) {
        RedisFuture<byte[]> reply;
        try {
            reply = commands.get(read.key());
        } catch (Throwable t) {
            fail(List.of(read), t);
            return;
        }
        reply.whenComplete((value, failure) -> {
            underWay--;
            read.done(value, failure);
        });
        if (!again) {
            announce(reply, List.of(read));
        }
    }

    private void mget(List<Read> reads) {
        RedisFuture<List<KeyValue<byte[], byte[]>>> reply;
        try {
            reply = commands.mget(reads.stream().map(Read::key).toArray(byte[][]::new));
        } catch (Throwable t) {
            fail(reads, t);
            return;
        }
        reply.whenComplete((values, failure) -> {
            if (failure != null) {
                fail(reads, failure);
            } else {
                answer(reads, values);
            }
        });
        announce(reply, reads);
    }

    /** A refused command is answered already: with a dead Redis that is the common case, and it needs no timer. */
    private static void announce(RedisFuture<?> reply, List<Read> reads) {
        if (!reply.isDone()) {
            Batch batch = new Batch(reply, reads.size());
            for (Read read : reads) {
                try {
                    read.sent(batch);
                } catch (Throwable t) {
                    // without its time limit it could wait for ever
                    read.done(null, t);
                }
            }
        }
    }

    private void answer(List<Read> reads, List<KeyValue<byte[], byte[]>> values) {
        for (int i = 0; i < reads.size(); i++) {
            Read read = reads.get(i);
            KeyValue<byte[], byte[]> value = values.get(i);
            if (value.hasValue()) {
                underWay--;
                read.done(value.getValue(), null);
            } else if (read.isOver()) {
                underWay--;
            } else {
                get(read, true);
            }
        }
    }

    private void fail(List<Read> reads, Throwable failure) {
        underWay -= reads.size();
        for (Read read : reads) {
            read.done(null, failure);
        }
    }
}
