package dev.multipool.rpc.server.app.operation;

import java.util.HashMap;
import java.util.Map;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;
import javax.rmi.ssl.SslRMIClientSocketFactory;
import org.jspecify.annotations.Nullable;

/**
 * Asks a JVM over remote JMX, as jconsole would, and prints a line for each way that it tried. A program of its own,
 * because a JVM reads its trust store once.
 */
public final class JmxReader {
    private static final String POOL = "dev.multipool:type=Pool,name=business";

    private JmxReader() {}

    /** What is done over a connection; its result is printed. */
    @FunctionalInterface
    private interface Question {
        Object ask(MBeanServerConnection beans, ObjectName pool) throws Exception;
    }

    /** Arguments: the port and the password. */
    public static void main(String[] arguments) {
        int port = Integer.parseInt(arguments[0]);
        String password = arguments[1];
        Question completions = (beans, pool) -> beans.getAttribute(pool, "CompletionsTasks");
        attempt("right password", port, true, password, completions);
        attempt("wrong password", port, true, password + "x", completions);
        attempt("no password", port, true, null, completions);
        attempt("no TLS", port, false, password, completions);
        attempt(
                "resize",
                port,
                true,
                password,
                (beans, pool) ->
                        beans.invoke(pool, "resize", new Object[] {3, 3, 10}, new String[] {"int", "int", "int"}));
        System.exit(0);
    }

    @SuppressWarnings("BanJNDI") // remote JMX is found by JNDI, and the server is the test's own
    private static void attempt(String what, int port, boolean tls, @Nullable String password, Question question) {
        Map<String, Object> environment = new HashMap<>();
        if (password != null) {
            environment.put(JMXConnector.CREDENTIALS, new String[] {"operator", password});
        }
        if (tls) {
            environment.put("com.sun.jndi.rmi.factory.socket", new SslRMIClientSocketFactory());
        }
        String outcome;
        try (JMXConnector connector = JMXConnectorFactory.connect(
                new JMXServiceURL("service:jmx:rmi:///jndi/rmi://127.0.0.1:" + port + "/jmxrmi"), environment)) {
            outcome = String.valueOf(question.ask(connector.getMBeanServerConnection(), new ObjectName(POOL)));
        } catch (Exception e) {
            outcome = "refused by " + root(e);
        }
        System.out.println(what + ": " + outcome.replace('\n', ' '));
    }

    private static Throwable root(Throwable failure) {
        Throwable root = failure;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return root;
    }
}
