package dev.multipool.agent.program;

import java.time.Duration;
import java.util.NoSuchElementException;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import org.apache.commons.pool2.BasePooledObjectFactory;
import org.apache.commons.pool2.PooledObject;
import org.apache.commons.pool2.impl.DefaultPooledObject;
import org.apache.commons.pool2.impl.GenericObjectPool;
import org.apache.commons.pool2.impl.GenericObjectPoolConfig;

/** A pool of Apache Commons, of objects that can nothing. */
public final class CommonsProgram {

    private static final String NAME = "sessions";
    /** So often somebody asks while others hold all objects. */
    private static final int HELD = 1000;

    private CommonsProgram() {}

    /** Runs the scenario that is named. */
    public static void main(String[] arguments) throws Exception {
        GenericObjectPoolConfig<Object> config = new GenericObjectPoolConfig<>();
        config.setMaxTotal(2);
        config.setMaxWait(Duration.ofSeconds(10));
        if (!arguments[0].equals("full")) {
            config.setJmxNamePrefix(NAME);
        }
        config.setBlockWhenExhausted(!arguments[0].equals("full"));
        GenericObjectPool<Object> pool = new GenericObjectPool<>(new Objects(), config);
        switch (arguments[0]) {
            case "times" -> times(pool);
            case "edges" -> Leases.compareEdges(TomcatProgram.NAME, TomcatProgram.pool(3, 100), lender(pool));
            case "many" -> many(pool);
            case "truth" -> truth(pool);
            case "ends" -> ends(pool);
            case "full" -> full(pool);
            default -> throw new IllegalArgumentException(arguments[0]);
        }
        System.exit(0);
    }

    private static Callable<AutoCloseable> lender(GenericObjectPool<Object> pool) {
        return () -> {
            Object lent = pool.borrowObject();
            return () -> pool.returnObject(lent);
        };
    }

    private static void times(GenericObjectPool<Object> pool) throws Exception {
        Leases.compare(NAME, 0, lender(pool));
        Object one = pool.borrowObject();
        Object other = pool.borrowObject();
        expectNone(pool, Duration.ofMillis(50));
        pool.returnObject(one);
        pool.returnObject(other);
        Ledgers.awaitEnds(NAME, Leases.ALL + 3);
        Ledgers.await("two objects", () -> Ledgers.read(NAME, "Threads") == 2);
        Ledgers.print(NAME);
        Ledgers.resize(NAME, 3, 5, 1 << 24);
        Ledgers.figure("max", pool.getMaxTotal());
        Ledgers.figure("idle", pool.getMinIdle());
    }

    /** Many times three threads borrow one of two objects: some do not wait, some break what they got. */
    private static void many(GenericObjectPool<Object> pool) throws Exception {
        AtomicInteger left = new AtomicInteger(Ledgers.MANY);
        LongAdder expired = new LongAdder();
        LongAdder broken = new LongAdder();
        Object one = pool.borrowObject();
        Object other = pool.borrowObject();
        for (int i = 0; i < HELD; i++) {
            expectNone(pool, Duration.ZERO);
            expired.increment();
        }
        pool.returnObject(one);
        pool.returnObject(other);
        Leases.inThreads(3, () -> {
            while (left.getAndDecrement() > 0) {
                boolean waits = ThreadLocalRandom.current().nextInt(100) != 0;
                try {
                    Object lent = waits ? pool.borrowObject() : pool.borrowObject(Duration.ZERO);
                    if (ThreadLocalRandom.current().nextInt(100) == 0) {
                        pool.invalidateObject(lent);
                        broken.increment();
                    } else {
                        pool.returnObject(lent);
                    }
                } catch (NoSuchElementException e) {
                    expired.increment();
                }
            }
            return true;
        });
        Ledgers.awaitEnds(NAME, Ledgers.MANY + HELD + 2);
        Ledgers.figure("expired", (double) expired.sum());
        Ledgers.figure("broken", (double) broken.sum());
        Ledgers.print(NAME);
    }

    private static void truth(GenericObjectPool<Object> pool) throws Exception {
        pool.setMaxTotal(8);
        pool.setMaxWait(Duration.ofMillis(250));
        Leases.many(NAME, 100_000, 8, () -> {
            Object lent = pool.borrowObject();
            return () -> pool.returnObject(lent);
        });
    }

    /** Two objects are held, and others ask: some are told at once, one is interrupted, one comes when the pool is closed. */
    private static void ends(GenericObjectPool<Object> pool) throws Exception {
        Object one = pool.borrowObject();
        Object other = pool.borrowObject();
        for (int i = 0; i < 100; i++) {
            expectNone(pool, Duration.ofNanos(i * 100_000L));
        }
        Thread waits = new Thread(() -> {
            try {
                pool.borrowObject();
            } catch (Exception e) {
                Ledgers.figure("interrupted", 1);
            }
        });
        waits.start();
        Ledgers.await("somebody who waits", () -> pool.getNumWaiters() == 1);
        waits.interrupt();
        waits.join();
        pool.returnObject(one);
        pool.returnObject(other);
        pool.close();
        try {
            pool.borrowObject();
        } catch (IllegalStateException e) {
            Ledgers.awaitEnds(NAME, 104);
        }
        Ledgers.print(NAME);
    }

    /** A pool that lets nobody wait, and that nobody gave a name. */
    private static void full(GenericObjectPool<Object> pool) throws Exception {
        Object one = pool.borrowObject();
        Object other = pool.borrowObject();
        for (int i = 0; i < 5; i++) {
            expectNone(pool, Duration.ZERO);
        }
        pool.returnObject(one);
        pool.returnObject(other);
        Ledgers.await("a pool", () -> !Ledgers.names().isEmpty());
        String name = Ledgers.names().iterator().next();
        Ledgers.figure(name, 1);
        Ledgers.awaitEnds(name, 7);
        Ledgers.print(name);
    }

    private static void expectNone(GenericObjectPool<Object> pool, Duration wait) throws Exception {
        try {
            pool.returnObject(pool.borrowObject(wait));
            throw new IllegalStateException("a third object");
        } catch (NoSuchElementException e) {
            // as it should be
        }
    }

    /** Makes objects. */
    static final class Objects extends BasePooledObjectFactory<Object> {
        @Override
        public Object create() {
            return new Object();
        }

        @Override
        public PooledObject<Object> wrap(Object object) {
            return new DefaultPooledObject<>(object);
        }
    }
}
