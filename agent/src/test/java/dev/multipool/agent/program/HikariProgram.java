package dev.multipool.agent.program;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** HikariCP over connections that lead nowhere. */
public final class HikariProgram {

    private static final int CALLS = 60;

    private HikariProgram() {}

    /** Two connections for six threads, then a time-out. */
    public static void main(String[] arguments) throws Exception {
        HikariConfig config = new HikariConfig();
        config.setPoolName("orders-db");
        config.setDataSource(fake(DataSource.class));
        config.setMaximumPoolSize(2);
        config.setConnectionTimeout(1_000);
        try (HikariDataSource source = new HikariDataSource(config)) {
            Ledgers.await("two connections", () -> source.getHikariPoolMXBean().getTotalConnections() == 2);
            for (int i = 0; i < 20; i++) {
                source.getConnection().close();
            }
            Ledgers.awaitEnds("orders-db", 20);
            double waited = Ledgers.read("orders-db", "MeanQueueTimeNanos") * 20;
            double heldBefore = Ledgers.read("orders-db", "MeanServiceTimeNanos") * 20;
            lend(source);
            Ledgers.awaitEnds("orders-db", 20 + CALLS);
            int all = 20 + CALLS;
            Ledgers.figure("ledgerWait", (Ledgers.read("orders-db", "MeanQueueTimeNanos") * all - waited) / CALLS);
            Ledgers.figure(
                    "ledgerHold", (Ledgers.read("orders-db", "MeanServiceTimeNanos") * all - heldBefore) / CALLS);
            Ledgers.figure("expired", timeOut(source));
            Ledgers.awaitEnds("orders-db", all + 3);
            Ledgers.await("two threads", () -> Ledgers.read("orders-db", "Threads") == 2);
            Ledgers.print("orders-db");
            Ledgers.resize("orders-db", 3, 5, 1 << 24);
            Ledgers.figure("max", source.getHikariConfigMXBean().getMaximumPoolSize());
            Ledgers.figure("idle", source.getHikariConfigMXBean().getMinimumIdle());
        }
        System.exit(0);
    }

    private static void lend(HikariDataSource source) throws InterruptedException {
        LongAdder wait = new LongAdder();
        LongAdder hold = new LongAdder();
        AtomicInteger left = new AtomicInteger(CALLS);
        ExecutorService callers = Executors.newFixedThreadPool(6);
        for (int i = 0; i < 6; i++) {
            callers.execute(() -> {
                while (left.getAndDecrement() > 0) {
                    long asked = System.nanoTime();
                    try (Connection connection = source.getConnection()) {
                        long got = System.nanoTime();
                        wait.add(got - asked);
                        Thread.sleep(20);
                        connection.isReadOnly();
                        hold.add(System.nanoTime() - got);
                    } catch (SQLException | InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                }
            });
        }
        callers.shutdown();
        callers.awaitTermination(60, TimeUnit.SECONDS);
        Ledgers.figure("wait", (double) wait.sum() / CALLS);
        Ledgers.figure("hold", (double) hold.sum() / CALLS);
    }

    private static int timeOut(HikariDataSource source) throws SQLException {
        try (Connection one = source.getConnection();
                Connection other = source.getConnection();
                Connection third = source.getConnection()) {
            return one == other || third == one ? -1 : 0;
        } catch (SQLTransientConnectionException e) {
            return 1;
        }
    }

    /** Answers every method with the plainest value. */
    private static <T> T fake(Class<T> type) {
        InvocationHandler answers = (proxy, method, values) -> answer(method);
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, answers));
    }

    private static @Nullable Object answer(Method method) {
        Class<?> type = method.getReturnType();
        if (type == boolean.class) {
            return !method.getName().equals("isClosed") && !method.getName().equals("isReadOnly");
        }
        if (type == int.class) {
            return 0;
        }
        return type.isInterface() && type.getName().startsWith("java.sql.") ? fake(type) : null;
    }
}
