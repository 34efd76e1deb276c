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
import org.apache.tomcat.util.threads.ThreadPoolExecutor;
import org.jspecify.annotations.Nullable;

/** HikariCP over connections that lead nowhere. */
public final class HikariProgram {

    private static final String NAME = "orders-db";

    private HikariProgram() {}

    /** Runs the scenario that is named. */
    public static void main(String[] arguments) throws Exception {
        switch (arguments[0]) {
            case "truth" -> truth();
            case "times" -> withTwo(HikariProgram::times);
            case "edges" -> withTwo(HikariProgram::edges);
            default -> throw new IllegalArgumentException(arguments[0]);
        }
        System.exit(0);
    }

    private static void truth() throws Exception {
        HikariConfig config = config(8);
        // the shortest that may be
        config.setConnectionTimeout(250);
        try (HikariDataSource source = new HikariDataSource(config)) {
            Leases.many(NAME, 100_000, 8, source::getConnection);
        }
    }

    /** What is done with a pool. */
    private interface Scenario {
        void play(HikariDataSource source) throws Exception;
    }

    private static void withTwo(Scenario scenario) throws Exception {
        HikariConfig config = config(2);
        // longer than all the borrowing takes: this pool is not fair
        config.setConnectionTimeout(3_000);
        try (HikariDataSource source = new HikariDataSource(config)) {
            Ledgers.await("two connections", () -> source.getHikariPoolMXBean().getTotalConnections() == 2);
            scenario.play(source);
        }
    }

    private static HikariConfig config(int connections) {
        HikariConfig config = new HikariConfig();
        config.setPoolName(NAME);
        config.setDataSource(fake(DataSource.class));
        config.setMaximumPoolSize(connections);
        return config;
    }

    /** Two connections for six threads, then a time-out. */
    private static void times(HikariDataSource source) throws Exception {
        Leases.compare(NAME, 0, source::getConnection);
        Ledgers.figure("expired", timeOut(source));
        Ledgers.awaitEnds(NAME, Leases.ALL + 3);
        Ledgers.await("two threads", () -> Ledgers.read(NAME, "Threads") == 2);
        Ledgers.print(NAME);
        Ledgers.resize(NAME, 3, 5, 1 << 24);
        Ledgers.figure("max", source.getHikariConfigMXBean().getMaximumPoolSize());
        Ledgers.figure("idle", source.getHikariConfigMXBean().getMinimumIdle());
    }

    /** Tomcat's threads borrow one connection each; then a task asks for a second one while it holds the first. */
    private static void edges(HikariDataSource source) throws Exception {
        ThreadPoolExecutor web = TomcatProgram.pool(3, 100);
        Leases.compareEdges(TomcatProgram.NAME, web, source::getConnection);
        CycleNews news = CycleNews.listen();
        boolean isOther = web.submit(() -> {
                    try (Connection one = source.getConnection();
                            Connection other = source.getConnection()) {
                        return one != other;
                    }
                })
                .get();
        Ledgers.figure("other", isOther ? 1 : 0);
        news.await("dev.multipool.cycle");
        GraphProgram.printEdges();
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
