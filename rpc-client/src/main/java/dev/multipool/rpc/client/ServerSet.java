package dev.multipool.rpc.client;

import dev.multipool.rpc.client.Ejection.Standing;
import io.netty.util.concurrent.Ticker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The servers of a balanced client: who belongs to them, who gets the next call, who is out.
 *
 * <p><b>Threads</b>: safe for all. {@link #enter} takes no lock; {@link #exit} takes one for a call that failed or followed
 * a failure.
 *
 * <p><b>Invariants</b>:
 *
 * <ol>
 *   <li>each call that entered a server exits it once;
 *   <li>at most half of the servers are ejected; the last one that is connected gets calls even so;
 *   <li>a server that went away gets no call, and is closed when its calls have ended or the bound is over.
 * </ol>
 */
final class ServerSet {
    private static final Logger log = LoggerFactory.getLogger(ServerSet.class);

    private final Function<ServerAddress, ServerLink> connector;
    private final BiConsumer<Runnable, Duration> scheduler;
    private final Settings settings;
    private final Ticker ticker;
    private final ServerChoice choice;

    // written under the lock; the array is never changed
    private volatile BalancedServer[] servers = {};

    // @GuardedBy("this")
    private final Set<BalancedServer> draining = new HashSet<>();

    // @GuardedBy("this")
    private boolean closed;

    /**
     * What a set is bound by.
     *
     * @param ejection of servers that fail
     * @param drainBound how long calls in flight may take at a server that went away
     * @param maxServers how many it uses, if the directory names more
     * @param seed of what is left to chance
     */
    record Settings(EjectionSettings ejection, Duration drainBound, int maxServers, long seed) {
        Settings {
            CallTimeout.toNanos("drainBound", drainBound);
            if (maxServers < 1) {
                throw new IllegalArgumentException("maxServers: " + maxServers + " (expected: >= 1)");
            }
        }
    }

    /**
     * Of no servers yet.
     *
     * @param connector begins to connect to a server, without waiting
     * @param scheduler runs something after a time
     */
    ServerSet(
            Function<ServerAddress, ServerLink> connector,
            BiConsumer<Runnable, Duration> scheduler,
            Settings settings,
            Ticker ticker) {
        this.connector = connector;
        this.scheduler = scheduler;
        this.settings = settings;
        this.ticker = ticker;
        this.choice = new ServerChoice(settings.seed());
    }

    /** Takes these servers in place of those there were. An empty list is no news. */
    void update(List<ServerAddress> named) {
        // a directory of somebody else's may name nothing in between, or change its list meanwhile
        List<ServerAddress> addresses = List.copyOf(named);
        if (addresses.isEmpty()) {
            return;
        }
        synchronized (this) {
            if (closed) {
                return;
            }
            Map<ServerAddress, BalancedServer> gone = new HashMap<>();
            for (BalancedServer server : servers) {
                gone.put(server.address(), server);
            }
            servers = next(subset(addresses), gone);
            gone.values().forEach(this::drain);
            reinstateAboveHalf();
        }
    }

    /** The servers to use, of which those that stay are taken out of what is gone. All or, when one can't be made, nothing. */
    private BalancedServer[] next(List<ServerAddress> addresses, Map<ServerAddress, BalancedServer> gone) {
        List<BalancedServer> joined = new ArrayList<>();
        try {
            List<BalancedServer> next = new ArrayList<>();
            for (ServerAddress address : addresses) {
                BalancedServer server = gone.get(address);
                if (server == null) {
                    server = join(address);
                    joined.add(server);
                }
                next.add(server);
            }
            gone.keySet().removeAll(addresses);
            return next.toArray(BalancedServer[]::new);
        } catch (Throwable t) {
            joined.forEach(server -> server.link().close());
            throw t;
        }
    }

    /** Which of too many servers a client uses differs by its seed, and changes little when servers come and go. */
    private List<ServerAddress> subset(List<ServerAddress> addresses) {
        List<ServerAddress> distinct = new ArrayList<>(new LinkedHashSet<>(addresses));
        if (distinct.size() <= settings.maxServers()) {
            return distinct;
        }
        log.warn("uses {} of {} servers (the limit maxServers)", settings.maxServers(), distinct.size());
        distinct.sort(Comparator.comparingLong(address -> CallRandom.mix(settings.seed() ^ address.hashCode())));
        return distinct.subList(0, settings.maxServers());
    }

    private BalancedServer join(ServerAddress address) {
        log.info("{} joins", address);
        return new BalancedServer(address, connector.apply(address), settings.ejection(), ticker);
    }

    private void drain(BalancedServer server) {
        log.info("{} is gone, with {} calls in flight", server.address(), server.inFlight());
        draining.add(server);
        server.leave();
        if (server.inFlight() == 0) {
            endDrain(server);
            return;
        }
        try {
            scheduler.accept(() -> endDrain(server), settings.drainBound());
        } catch (Throwable t) {
            // it is closed when its last call has ended, however late; the others are to be drained now
            log.warn("{} is drained without a bound: {}", server.address(), ForeignFailures.typeOf(t));
        }
    }

    private void endDrain(BalancedServer server) {
        boolean first;
        synchronized (this) {
            first = draining.remove(server);
        }
        if (first) {
            server.link().closeGone();
        }
    }

    private void reinstateAboveHalf() {
        Arrays.stream(servers)
                .filter(server -> server.ejection().isEjected())
                // of two times compare the difference
                .sorted((a, b) ->
                        Long.signum(a.ejection().untilNanos() - b.ejection().untilNanos()))
                .limit(Math.max(0, ejectedCount() - servers.length / 2))
                .forEach(server -> server.ejection().reinstate());
    }

    private int ejectedCount() {
        return (int) Arrays.stream(servers)
                .filter(server -> server.ejection().isEjected())
                .count();
    }

    /**
     * Chooses a server and counts a call as in flight there.
     *
     * @param tried servers that had the call before
     * @return null when none is connected that was not tried
     */
    @Nullable
    BalancedServer enter(List<BalancedServer> tried) {
        while (true) {
            BalancedServer chosen = choice.choose(servers, tried, false);
            Standing standing = Standing.SERVING;
            if (chosen != null) {
                standing = chosen.ejection().standing();
            } else {
                chosen = choice.choose(servers, tried, true);
            }
            if (chosen == null || (chosen.tryEnter(standing) && isStillThere(chosen))) {
                return chosen;
            }
            // it has just been put on trial by somebody else, or is gone: it is passed over now
        }
    }

    /**
     * A server may go between its choice and the count of the call. Who drains it says that it is gone, then looks at the
     * count; who enters counts, then looks whether it is gone: one of them sees the other.
     */
    private boolean isStillThere(BalancedServer entered) {
        if (!entered.isGone()) {
            return true;
        }
        exit(entered, Outcome.NOTHING, 0);
        return false;
    }

    /**
     * A call has ended at a server that it had entered.
     *
     * @param connectsBefore the server's connections made when the call was sent
     */
    void exit(BalancedServer server, Outcome outcome, long connectsBefore) {
        try {
            switch (outcome) {
                case ANSWERED -> onAnswer(server);
                case FAULT -> onFault(server);
                case FULL -> server.onRejection();
                case LEAVING -> server.onLeaving(connectsBefore);
                case NOTHING -> {}
            }
        } finally {
            if (server.exit() && server.isGone()) {
                endDrain(server);
            }
        }
    }

    private void onAnswer(BalancedServer server) {
        if (server.ejection().isClean()) {
            return;
        }
        synchronized (this) {
            if (server.ejection().isEjected()) {
                log.info("{} answers again", server.address());
            }
            server.ejection().onAnswer();
        }
    }

    private synchronized void onFault(BalancedServer server) {
        if (server.isGone()) {
            return;
        }
        Ejection ejection = server.ejection();
        if (ejection.onFailure() && (ejection.isEjected() || 2 * (ejectedCount() + 1) <= servers.length)) {
            ejection.eject();
            log.warn("{} is ejected: its last calls failed", server.address());
        }
    }

    List<ServerView> views() {
        return Arrays.stream(servers).map(BalancedServer::view).toList();
    }

    synchronized int draining() {
        return draining.size();
    }

    /** Closes all servers, those that went away too. Idempotent. */
    void close() {
        List<BalancedServer> closing;
        synchronized (this) {
            closed = true;
            closing = new ArrayList<>(draining);
            closing.addAll(Arrays.asList(servers));
            draining.clear();
            servers = new BalancedServer[0];
        }
        closing.forEach(server -> server.link().close());
    }
}
