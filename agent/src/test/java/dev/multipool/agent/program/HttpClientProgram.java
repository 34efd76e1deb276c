package dev.multipool.agent.program;

import java.lang.reflect.Proxy;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.client5.http.io.ConnectionEndpoint;
import org.apache.hc.client5.http.io.LeaseRequest;
import org.apache.hc.client5.http.io.ManagedHttpClientConnection;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.io.HttpConnectionFactory;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;

/** The connections of Apache's HTTP client, which lead nowhere. */
public final class HttpClientProgram {

    /** So often somebody asks while others hold all connections. */
    private static final int HELD = 1000;

    private static final HttpRoute ROUTE = new HttpRoute(new HttpHost("nowhere", 80));

    private HttpClientProgram() {}

    /** Runs the scenario that is named. */
    public static void main(String[] arguments) throws Exception {
        HttpConnectionFactory<ManagedHttpClientConnection> nothing =
                socket -> (ManagedHttpClientConnection) Proxy.newProxyInstance(
                        HttpClientProgram.class.getClassLoader(),
                        new Class<?>[] {ManagedHttpClientConnection.class},
                        (proxy, method, values) -> method.getReturnType() == boolean.class ? Boolean.TRUE : null);
        PoolingHttpClientConnectionManager pool = PoolingHttpClientConnectionManagerBuilder.create()
                .setMaxConnTotal(2)
                .setMaxConnPerRoute(2)
                .setConnectionFactory(nothing)
                .build();
        give(pool, take(pool, Timeout.ofSeconds(10)));
        Ledgers.await("a pool", () -> !Ledgers.names().isEmpty());
        String name = Ledgers.names().iterator().next();
        Ledgers.figure(name, 1);
        switch (arguments[0]) {
            case "times" -> times(name, pool);
            case "edges" -> Leases.compareEdges(TomcatProgram.NAME, TomcatProgram.pool(3, 100), lender(pool));
            case "many" -> many(name, pool);
            case "truth" -> truth(name, pool);
            default -> throw new IllegalArgumentException(arguments[0]);
        }
        System.exit(0);
    }

    private static ConnectionEndpoint take(PoolingHttpClientConnectionManager pool, Timeout longest)
            throws InterruptedException, ExecutionException, TimeoutException {
        return pool.lease("test", ROUTE, null).get(longest);
    }

    private static void give(PoolingHttpClientConnectionManager pool, ConnectionEndpoint taken) {
        pool.release(taken, null, TimeValue.ofMinutes(1));
    }

    private static Callable<AutoCloseable> lender(PoolingHttpClientConnectionManager pool) {
        return () -> {
            ConnectionEndpoint taken = take(pool, Timeout.ofSeconds(10));
            return () -> give(pool, taken);
        };
    }

    private static void times(String name, PoolingHttpClientConnectionManager pool) throws Exception {
        Leases.compare(name, 1, lender(pool));
        ConnectionEndpoint one = take(pool, Timeout.ofSeconds(10));
        ConnectionEndpoint other = take(pool, Timeout.ofSeconds(10));
        LeaseRequest third = pool.lease("test", ROUTE, null);
        try {
            third.get(Timeout.ofMilliseconds(50));
        } catch (TimeoutException e) {
            Ledgers.figure("expired", 1);
        }
        LeaseRequest fourth = pool.lease("test", ROUTE, null);
        fourth.cancel();
        try {
            fourth.get(Timeout.ofSeconds(10));
        } catch (CancellationException | ExecutionException e) {
            Ledgers.figure("cancelled", 1);
        }
        give(pool, one);
        give(pool, other);
        // twice is once
        give(pool, other);
        Ledgers.awaitEnds(name, Leases.ALL + 5);
        Ledgers.await("two connections", () -> Ledgers.read(name, "Threads") == 2);
        Ledgers.print(name);
        Ledgers.resize(name, 0, 5, 1 << 24);
        Ledgers.figure("max", pool.getMaxTotal());
    }

    private static void truth(String name, PoolingHttpClientConnectionManager pool) throws Exception {
        pool.setMaxTotal(8);
        pool.setDefaultMaxPerRoute(8);
        Leases.many(name, 100_000, 8, () -> {
            ConnectionEndpoint taken = take(pool, Timeout.ofMilliseconds(250));
            return () -> give(pool, taken);
        });
    }

    /** Many times three threads lease one of two connections, and some do not wait. */
    private static void many(String name, PoolingHttpClientConnectionManager pool) throws Exception {
        AtomicInteger left = new AtomicInteger(Ledgers.MANY);
        LongAdder expired = new LongAdder();
        ConnectionEndpoint one = take(pool, Timeout.ofSeconds(10));
        ConnectionEndpoint other = take(pool, Timeout.ofSeconds(10));
        for (int i = 0; i < HELD; i++) {
            try {
                give(pool, take(pool, Timeout.ofMicroseconds(1)));
            } catch (TimeoutException e) {
                expired.increment();
            }
        }
        give(pool, one);
        give(pool, other);
        Leases.inThreads(3, () -> {
            while (left.getAndDecrement() > 0) {
                boolean waits = ThreadLocalRandom.current().nextInt(100) != 0;
                try {
                    give(pool, take(pool, waits ? Timeout.ofSeconds(10) : Timeout.ofMicroseconds(1)));
                } catch (TimeoutException e) {
                    expired.increment();
                }
            }
            return true;
        });
        Ledgers.awaitEnds(name, Ledgers.MANY + HELD + 3);
        Ledgers.figure("expired", (double) expired.sum());
        Ledgers.print(name);
    }
}
