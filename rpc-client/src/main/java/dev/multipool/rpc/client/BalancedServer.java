package dev.multipool.rpc.client;

import dev.multipool.rpc.client.Ejection.Standing;
import io.netty.util.concurrent.Ticker;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** One server of several: its connections, its calls in flight and what speaks against sending it more. */
final class BalancedServer {
    private final ServerAddress address;
    private final ServerLink link;
    private final Ejection ejection;
    private final RecentRejections rejections;
    private final AtomicInteger inFlight = new AtomicInteger();

    /** Connections that had been made when a call was sent that met a server that stops; -1 when none did. */
    private final AtomicLong leftAtConnects = new AtomicLong(-1);

    private volatile boolean gone;

    BalancedServer(ServerAddress address, ServerLink link, EjectionSettings settings, Ticker ticker) {
        this.address = address;
        this.link = link;
        this.ejection = new Ejection(settings, ticker);
        this.rejections = new RecentRejections(ticker);
    }

    /** From now on its last call closes it. */
    void leave() {
        gone = true;
    }

    boolean isGone() {
        return gone;
    }

    ServerAddress address() {
        return address;
    }

    ServerLink link() {
        return link;
    }

    Ejection ejection() {
        return ejection;
    }

    /** Whether a call would reach it. */
    boolean isThere() {
        return link.isConnected() && !isLeaving();
    }

    boolean isLeaving() {
        return link.connects() <= leftAtConnects.get();
    }

    int inFlight() {
        return inFlight.get();
    }

    /** What the choice goes by. */
    double load() {
        return inFlight.get() + rejections.count();
    }

    /** Counts one more call, unless it is on trial with another. */
    boolean tryEnter(Standing standing) {
        if (standing == Standing.ON_TRIAL) {
            return inFlight.compareAndSet(0, 1);
        }
        inFlight.incrementAndGet();
        return true;
    }

    /** Counts a call that has ended; true when it was the last. */
    boolean exit() {
        int left = inFlight.decrementAndGet();
        assert left >= 0 : "a call ended twice";
        return left == 0;
    }

    void onRejection() {
        rejections.add();
    }

    /** A call that was sent when so many connections had been made was told that the server stops. */
    void onLeaving(long connectsBefore) {
        leftAtConnects.accumulateAndGet(connectsBefore, Math::max);
    }

    ServerView view() {
        return new ServerView(address, link.connectionsUp(), inFlight(), ejection.isEjected(), isLeaving());
    }
}
