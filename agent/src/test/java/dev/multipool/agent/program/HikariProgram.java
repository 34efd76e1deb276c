package dev.multipool.agent.program;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** HikariCP over connections that lead nowhere. */
public final class HikariProgram {

    private HikariProgram() {}

    /** Two connections for six threads, then a time-out; or eight for many. */
    public static void main(String[] arguments) throws Exception {
        if (arguments[0].equals("truth")) {
            truth();
        } else {
            times();
        }
        System.exit(0);
    }

    private static void truth() throws Exception {
        HikariConfig config = new HikariConfig();
        config.setPoolName("orders-db");
        config.setDataSource(fake(DataSource.class));
        config.setMaximumPoolSize(8);
        // the shortest that may be
        config.setConnectionTimeout(250);
        try (HikariDataSource source = new HikariDataSource(config)) {
            Leases.many("orders-db", 100_000, 8, source::getConnection);
        }
    }

    private static void times() throws Exception {
        HikariConfig config = new HikariConfig();
        config.setPoolName("orders-db");
        config.setDataSource(fake(DataSource.class));
        config.setMaximumPoolSize(2);
        // longer than all the borrowing takes: this pool is not fair
        config.setConnectionTimeout(3_000);
        try (HikariDataSource source = new HikariDataSource(config)) {
            Ledgers.await("two connections", () -> source.getHikariPoolMXBean().getTotalConnections() == 2);
            Leases.compare("orders-db", 0, source::getConnection);
            Ledgers.figure("expired", timeOut(source));
            Ledgers.awaitEnds("orders-db", Leases.ALL + 3);
            Ledgers.await("two threads", () -> Ledgers.read("orders-db", "Threads") == 2);
            Ledgers.print("orders-db");
            Ledgers.resize("orders-db", 3, 5, 1 << 24);
            Ledgers.figure("max", source.getHikariConfigMXBean().getMaximumPoolSize());
            Ledgers.figure("idle", source.getHikariConfigMXBean().getMinimumIdle());
        }
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
