package dev.multipool.agent.program;

import dev.multipool.agent.runtime.Hooks;
import dev.multipool.agent.runtime.Observation;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.startup.Tomcat;
import org.jspecify.annotations.Nullable;

/** A Tomcat that says hello, as its guide embeds it. Its JVM has the agent, whose measuring it turns off and on. */
public final class HelloProgram {

    private static final long SLICE_MILLIS = 20;
    private static final long SETTLE_MILLIS = 4;
    private static final double NANOS_PER_SECOND = 1e9;

    private final Gate gate;
    private final @Nullable Observation observation = observation();

    private HelloProgram(Gate gate) {
        this.gate = gate;
    }

    /**
     * Prints its port, and serves until its standard input ends. Each line of that is a number of pairs of slices to measure: the
     * answers are how many requests a second were served, without measuring and with it, for each pair.
     *
     * @param arguments how many users there are, who all wait for an answer all the time
     */
    public static void main(String[] arguments) throws IOException, LifecycleException, InterruptedException {
        HelloProgram program = new HelloProgram(new Gate(Integer.parseInt(arguments[0])));
        Tomcat tomcat = new Tomcat();
        tomcat.setBaseDir(Files.createTempDirectory(Path.of("target"), "hello").toString());
        tomcat.setHostname("127.0.0.1");
        tomcat.setPort(0);
        Connector connector = tomcat.getConnector();
        connector.setProperty("address", "127.0.0.1");
        // a connection lasts as long as its client: it is requests that are measured
        connector.setProperty("maxKeepAliveRequests", "-1");
        Context context = tomcat.addContext("", null);
        Tomcat.addServlet(context, "hello", new Hello(program.gate)).addMapping("/hello");
        tomcat.start();
        Ledgers.figure("port", connector.getLocalPort());
        BufferedReader questions = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = questions.readLine(); line != null; line = questions.readLine()) {
            program.measure(Integer.parseInt(line));
        }
        System.exit(0);
    }

    private void measure(int pairs) throws InterruptedException {
        for (int i = 0; i < pairs; i++) {
            boolean isWithFirst = i % 2 == 0;
            double first = slice(isWithFirst);
            double second = slice(!isWithFirst);
            Ledgers.figure("without", isWithFirst ? second : first);
            Ledgers.figure("with", isWithFirst ? first : second);
        }
    }

    /** Requests a second, in a slice of time with measuring or without. */
    private double slice(boolean isMeasured) throws InterruptedException {
        // nobody is under way then, so what is offered before a switch is not taken after it
        gate.hold();
        Hooks.observe(isMeasured ? observation : null);
        gate.open();
        Thread.sleep(SETTLE_MILLIS);
        long begun = System.nanoTime();
        long before = gate.passed();
        Thread.sleep(SLICE_MILLIS);
        return (gate.passed() - before) * NANOS_PER_SECOND / (System.nanoTime() - begun);
    }

    /** What the agent observes with, which it shows to nobody. */
    private static @Nullable Observation observation() {
        try {
            Field current = Hooks.class.getDeclaredField("current");
            current.setAccessible(true);
            return (Observation) current.get(null);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("the agent's observation is not where it was", e);
        }
    }

    /** Lets requests pass, or holds all of them. */
    private static final class Gate {
        private static final long MOST_MILLIS = 200;

        private final int users;
        private final AtomicLong passed = new AtomicLong();
        private volatile boolean isHolding;
        // @GuardedBy("this")
        private int held;

        Gate(int users) {
            this.users = users;
        }

        long passed() {
            return passed.get();
        }

        void pass() {
            passed.getAndIncrement();
            if (isHolding) {
                await();
            }
        }

        private synchronized void await() {
            held++;
            while (isHolding) {
                try {
                    wait();
                } catch (InterruptedException e) {
                    // the server ends
                    break;
                }
            }
            held--;
        }

        /** Waits until all users' requests are held; for a while only, as a user may have gone. */
        synchronized void hold() throws InterruptedException {
            isHolding = true;
            for (int i = 0; i < MOST_MILLIS && held < users; i++) {
                wait(1);
            }
        }

        synchronized void open() {
            isHolding = false;
            notifyAll();
        }
    }

    /** Says hello. */
    private static final class Hello extends HttpServlet {
        private static final long serialVersionUID = 1;

        private final transient Gate gate;

        Hello(Gate gate) {
            this.gate = gate;
        }

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            gate.pass();
            byte[] hello = "hello\n".getBytes(StandardCharsets.UTF_8);
            response.setContentType("text/plain");
            response.setContentLength(hello.length);
            response.getOutputStream().write(hello);
        }
    }
}
