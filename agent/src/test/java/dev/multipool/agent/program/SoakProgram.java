package dev.multipool.agent.program;

import com.sun.management.UnixOperatingSystemMXBean;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/** Pools under load, to which an agent comes and from which it goes while they work. */
public final class SoakProgram {

    private static final int USERS = 2;
    private static final int BATCH = 10;
    private static final long PAUSE_MILLIS = 5;
    private static final MBeanServer BEANS = ManagementFactory.getPlatformMBeanServer();

    private final List<SoakLoad> loads = SoakLoads.all();
    /** Who offers tasks has it for reading, so who has it for writing finds nobody who does. */
    private final ReentrantReadWriteLock offering = new ReentrantReadWriteLock(true);

    private SoakProgram() {}

    /**
     * Works until its standard input ends. It tells when it has {@code started}, as a starting JVM takes no agent. It is
     * asked for these, a line each, and answers with figures:
     *
     * <ul>
     *   <li>{@code begin}: waits until all pools have ledgers, and until nothing is in flight, and remembers what these say;
     *   <li>{@code compare}: by how much the ledgers and the pools' users differ in what happened since, and how much that was;
     *   <li>{@code rest}: what the process uses while nothing is in flight, and what its users have lost.
     * </ul>
     */
    public static void main(String[] arguments) throws Exception {
        System.out.println("started 1");
        SoakProgram program = new SoakProgram();
        for (int i = 0; i < USERS; i++) {
            Thread user = new Thread(program::use, "user-" + i);
            user.setDaemon(true);
            user.start();
        }
        BufferedReader questions = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = questions.readLine(); line != null; line = questions.readLine()) {
            program.answer(line);
        }
        System.exit(0);
    }

    private void use() {
        while (true) {
            offering.readLock().lock();
            try {
                for (int i = 0; i < BATCH; i++) {
                    loads.forEach(SoakLoad::offer);
                }
            } finally {
                offering.readLock().unlock();
            }
            try {
                Thread.sleep(PAUSE_MILLIS);
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    private void answer(String question) throws JMException {
        if (!question.equals("rest")) {
            loads.forEach(load -> Ledgers.read(load.pool(), "ArrivalsTasks"));
        }
        offering.writeLock().lock();
        try {
            for (SoakLoad load : loads) {
                Ledgers.await("the tasks of " + load.pool(), load::isDone);
            }
            switch (question) {
                case "begin" -> begin();
                case "compare" -> compare();
                default -> rest();
            }
        } finally {
            offering.writeLock().unlock();
        }
    }

    private void begin() {
        for (SoakLoad load : loads) {
            load.visitThreads();
            Ledgers.await("the threads of " + load.pool(), load::isDone);
            Ledgers.awaitQuiet(load.pool());
            load.remember();
        }
        Ledgers.figure("begun", 1);
    }

    private void compare() {
        double difference = 0;
        double tasks = 0;
        for (SoakLoad load : loads) {
            Ledgers.awaitQuiet(load.pool());
            difference += load.difference();
            tasks += load.offeredSince();
        }
        Ledgers.figure("difference", difference);
        Ledgers.figure("tasks", tasks);
    }

    private void rest() throws JMException {
        String living = histogram();
        Ledgers.figure("lost", (double) loads.stream().mapToLong(SoakLoad::lost).sum());
        Ledgers.figure(
                "offered", (double) loads.stream().mapToLong(SoakLoad::offered).sum());
        Ledgers.figure("loaders", count(living, "dev.multipool.agent.app.InnerLoader"));
        Ledgers.figure("observations", count(living, "dev.multipool.agent.runtime.Observation"));
        Ledgers.figure("classes", ManagementFactory.getClassLoadingMXBean().getLoadedClassCount());
        Ledgers.figure("threads", ManagementFactory.getThreadMXBean().getThreadCount());
        Ledgers.figure(
                "descriptors", (double) ((UnixOperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                        .getOpenFileDescriptorCount());
        Ledgers.figure("heapBytes", (double)
                ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
        Ledgers.figure("metaspaceBytes", (double) metaspace());
    }

    /** How many living objects each class has, after a collection. */
    private static String histogram() throws JMException {
        return (String) BEANS.invoke(
                new ObjectName("com.sun.management:type=DiagnosticCommand"),
                "gcClassHistogram",
                new Object[] {new String[0]},
                new String[] {String[].class.getName()});
    }

    private static double count(String histogram, String className) {
        Matcher line = Pattern.compile("(?m)^ *\\d+: +(\\d+) +\\d+ +" + Pattern.quote(className) + "(?: |$)")
                .matcher(histogram);
        return line.find() ? Double.parseDouble(line.group(1)) : 0;
    }

    private static long metaspace() {
        return ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> pool.getName().equals("Metaspace"))
                .map(MemoryPoolMXBean::getUsage)
                .mapToLong(usage -> usage.getUsed())
                .sum();
    }
}
