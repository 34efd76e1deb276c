package dev.multipool.laboratory.knob;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.RuntimeMXBean;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.stream.Stream;
import javax.management.JMException;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;

/** What a JVM tells of itself: its properties, its threads' names, and some attributes of its MBeans. */
public sealed interface JvmLook {
    /**
     * It told.
     *
     * @param properties of the system
     * @param threads names of those that live, sorted
     * @param values of the attributes that were asked for, where there are such
     */
    record Seen(Map<String, String> properties, List<String> threads, List<BeanValue> values) implements JvmLook {
        public Seen {
            properties = Map.copyOf(properties);
            threads = List.copyOf(threads);
            values = List.copyOf(values);
        }
    }

    /** It can't be attached to, or does not answer. */
    record Failed(KnobFailure failure) implements JvmLook {}

    /**
     * Attributes that are asked for.
     *
     * @param pattern of object names
     * @param attributes that are read of each bean that matches
     */
    record BeanQuery(String pattern, List<String> attributes) {
        public BeanQuery {
            attributes = List.copyOf(attributes);
        }
    }

    /**
     * An attribute's value.
     *
     * @param pattern that was asked for
     * @param bean the object name that matched it
     * @param value as text
     */
    record BeanValue(String pattern, String bean, String attribute, String value, boolean writable) {}

    /** The JVMs at and below a process; none where they are another user's. */
    static List<Long> jvmsAt(long pid) {
        return JvmProcesses.at(pid);
    }

    /** Those of some processes that are JVMs of this user. */
    static List<Long> jvmsOf(Collection<Long> pids) {
        return JvmProcesses.of(pids);
    }

    /**
     * Looks at one JVM of this user. It returns within 15 s, whatever that JVM does.
     *
     * @param pid of a process that is a JVM
     */
    static JvmLook at(long pid, Collection<BeanQuery> queries) throws InterruptedException {
        try {
            return Bounded.call("process " + pid, () -> look(pid, queries));
        } catch (KnobException e) {
            return new Failed(e.failure());
        }
    }

    private static Seen look(long pid, Collection<BeanQuery> queries) throws KnobException, JMException, IOException {
        try (JmxBeans beans = JmxBeans.attachTo(List.of(pid))) {
            MBeanServerConnection server = beans.servers().get(0);
            RuntimeMXBean runtime = ManagementFactory.getPlatformMXBean(server, RuntimeMXBean.class);
            ThreadMXBean threads = ManagementFactory.getPlatformMXBean(server, ThreadMXBean.class);
            List<BeanValue> values = new ArrayList<>();
            for (BeanQuery query : queries) {
                for (ObjectName bean : new TreeSet<>(server.queryNames(new ObjectName(query.pattern()), null))) {
                    values.addAll(values(server, bean, query));
                }
            }
            Stream<String> names = Arrays.stream(threads.getThreadInfo(threads.getAllThreadIds()))
                    // one that has ended meanwhile is null
                    .filter(Objects::nonNull)
                    .map(ThreadInfo::getThreadName);
            return new Seen(runtime.getSystemProperties(), names.sorted().toList(), values);
        }
    }

    /** A bean that goes while it is looked at, or whose attribute fails, is left out. */
    private static List<BeanValue> values(MBeanServerConnection server, ObjectName bean, BeanQuery query)
            throws IOException {
        List<BeanValue> values = new ArrayList<>();
        try {
            for (MBeanAttributeInfo info : server.getMBeanInfo(bean).getAttributes()) {
                if (info.isReadable() && query.attributes().contains(info.getName())) {
                    values.add(new BeanValue(
                            query.pattern(),
                            bean.toString(),
                            info.getName(),
                            String.valueOf(server.getAttribute(bean, info.getName())),
                            info.isWritable()));
                }
            }
        } catch (JMException | RuntimeException e) {
            // as if it were not there
        }
        return values;
    }
}
