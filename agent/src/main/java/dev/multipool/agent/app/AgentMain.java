package dev.multipool.agent.app;

import java.io.IOException;
import java.io.InputStream;
import java.lang.instrument.Instrumentation;
import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.jar.JarFile;
import org.jspecify.annotations.Nullable;

/**
 * The agent's entrance: {@code -javaagent:multipool-agent.jar}, or an attach to a JVM that runs. The option {@code stop} ends
 * what an earlier one began. A JVM whose pools can't be observed starts all the same, and says why once.
 *
 * <p><b>Threads:</b> any; one at a time gets in.
 */
public final class AgentMain {

    private static final String INNER = "dev.multipool.agent.weave.Installation";
    private static final String INNER_JAR = "/dev/multipool/agent/inner.jar";
    private static final String STOP = "stop";

    // @GuardedBy("AgentMain.class")
    private static boolean isOnBootstrapPath;

    // @GuardedBy("AgentMain.class")
    private static @Nullable AutoCloseable installation;

    // @GuardedBy("AgentMain.class")
    private static String itsOptions = "";

    // @GuardedBy("AgentMain.class")
    private static boolean hasTurnedOptionsAway;

    private AgentMain() {}

    /** The JVM calls this before the application's main. */
    public static void premain(@Nullable String options, Instrumentation instrumentation) {
        agentmain(options, instrumentation);
    }

    /** The JVM calls this when somebody attaches. */
    public static synchronized void agentmain(@Nullable String options, Instrumentation instrumentation) {
        try {
            if (STOP.equals(options)) {
                stop();
            } else {
                start(options, instrumentation);
            }
        } catch (Throwable e) {
            Throwable reason = reason(e);
            say(
                    reason instanceof IllegalArgumentException
                            ? String.valueOf(reason.getMessage())
                            : "the pools of this JVM are not observed: " + reason);
        }
    }

    private static void start(@Nullable String options, Instrumentation instrumentation) throws Exception {
        String wanted = options == null ? "" : options;
        if (installation != null) {
            turnAway(wanted);
            return;
        }
        if (!isOnBootstrapPath) {
            Path jar = Path.of(AgentMain.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
            instrumentation.appendToBootstrapClassLoaderSearch(new JarFile(jar.toFile()));
            isOnBootstrapPath = true;
        }
        installation = (AutoCloseable) innerLoader()
                .loadClass(INNER)
                .getConstructor(Instrumentation.class, String.class, Consumer.class)
                .newInstance(instrumentation, options, (Consumer<String>) AgentMain::say);
        itsOptions = wanted;
    }

    /** Whoever comes second, maybe with a copy of the agent, asks for what it has already, or for nothing. */
    private static void turnAway(String options) {
        if (!options.isEmpty() && !options.equals(itsOptions) && !hasTurnedOptionsAway) {
            hasTurnedOptionsAway = true;
            say("options: " + options + " (expected: none before a stop, as the agent is at work already)");
        }
    }

    private static ClassLoader innerLoader() throws IOException {
        try (InputStream jar = AgentMain.class.getResourceAsStream(INNER_JAR)) {
            if (jar == null) {
                throw new IOException(INNER_JAR + " is missing in the agent's jar");
            }
            return new InnerLoader(jar);
        }
    }

    private static void stop() throws Exception {
        AutoCloseable running = installation;
        if (running != null) {
            installation = null;
            running.close();
        }
    }

    private static Throwable reason(Throwable e) {
        Throwable cause = e instanceof java.lang.reflect.InvocationTargetException ? e.getCause() : null;
        return cause == null ? e : cause;
    }

    private static void say(String what) {
        System.err.println("multipool-agent: " + what);
    }
}
