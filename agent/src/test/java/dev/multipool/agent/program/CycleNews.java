package dev.multipool.agent.program;

import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/** What the agent tells by itself of pools that wait for each other, as anybody hears it. */
final class CycleNews {

    private final List<String> types = new CopyOnWriteArrayList<>();

    private CycleNews() {}

    /** Hears what is told from now on. */
    static CycleNews listen() throws JMException {
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        ObjectName graph = new ObjectName("dev.multipool:type=PoolGraph");
        Ledgers.await("a graph", () -> server.isRegistered(graph));
        CycleNews news = new CycleNews();
        server.addNotificationListener(
                graph, (notification, none) -> news.types.add(notification.getType()), null, null);
        return news;
    }

    /** Waits until such a notification has come. */
    void await(String type) {
        Ledgers.await("a notification " + type, () -> types.contains(type));
    }

    int size() {
        return types.size();
    }
}
