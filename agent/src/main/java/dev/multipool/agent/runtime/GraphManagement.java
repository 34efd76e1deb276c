package dev.multipool.agent.runtime;

import dev.multipool.pools.WaitCycles.Cycle;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import javax.management.MBeanNotificationInfo;
import javax.management.Notification;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.CompositeDataSupport;
import javax.management.openmbean.CompositeType;
import javax.management.openmbean.OpenDataException;
import javax.management.openmbean.OpenMBeanAttributeInfo;
import javax.management.openmbean.OpenType;
import javax.management.openmbean.SimpleType;

/**
 * Shows over JMX, as {@code dev.multipool:type=PoolGraph}, which pools submit tasks to which, and notifies of pools that wait for
 * each other.
 */
final class GraphManagement extends ReadOnlyBean {

    private static final String NAME = "dev.multipool:type=PoolGraph";
    private static final String EDGES = "Edges";
    private static final String CYCLE = "dev.multipool.cycle";
    private static final String STUCK = "dev.multipool.stuck";
    private static final String[] KEYS = {
        "from",
        "to",
        "phase",
        "calls",
        "tasks",
        "waitingCalls",
        "joinNanos",
        "heldThreads",
        "fromActiveTasks",
        "fromMaxThreads",
        "holdNanos",
        "fromLends",
        "toLends"
    };
    private static final String[] MEANINGS = {
        "the pool whose tasks submit others, or borrow; or the pool that has lent what is held",
        "the pool that they submit them to, or borrow from; or that holders wait for",
        "how many joins came before, in the course of such a task; the last one stands for all later ones",
        "tasks that have ended and had submitted others, or borrowed, so; or waits of holders",
        "tasks that these had submitted, or things that they had borrowed",
        "those of the calls that waited for what they had submitted or asked for",
        "how long tasks waited, in nanoseconds",
        "threads that have waited so for a second or longer; or things that are held by such a wait",
        "tasks in service, or things that are lent, of the pool that the edge comes from",
        "the most threads, or things, that this pool may have; 2147483647 where it never runs out",
        "how long tasks held what they had borrowed, in nanoseconds",
        "whether the edge comes from a pool that lends",
        "whether the edge leads to a pool that lends"
    };
    private static final OpenType<?>[] TYPES = {
        SimpleType.STRING,
        SimpleType.STRING,
        SimpleType.INTEGER,
        SimpleType.LONG,
        SimpleType.LONG,
        SimpleType.LONG,
        SimpleType.LONG,
        SimpleType.INTEGER,
        SimpleType.INTEGER,
        SimpleType.INTEGER,
        SimpleType.LONG,
        SimpleType.BOOLEAN,
        SimpleType.BOOLEAN
    };

    private static final CompositeType ROW =
            rows("PoolEdge", "What the tasks of one pool had another one do", KEYS, MEANINGS, TYPES);

    private final PoolRegistry registry;
    private final AtomicLong told = new AtomicLong();

    GraphManagement(PoolRegistry registry) {
        super(
                NAME,
                "Which pools submit tasks to which, and wait for them",
                new OpenMBeanAttributeInfo[] {list(EDGES, "a row for each edge and phase", ROW)},
                new MBeanNotificationInfo(
                        new String[] {CYCLE, STUCK},
                        Notification.class.getName(),
                        "pools wait for each other, or are stuck so"));
        this.registry = registry;
    }

    @Override
    Object read(String attribute) throws OpenDataException {
        return edges();
    }

    private CompositeData[] edges() throws OpenDataException {
        List<CompositeData> rows = new ArrayList<>();
        for (GraphRow each : GraphRow.read(registry)) {
            rows.add(row(each));
        }
        return rows.toArray(CompositeData[]::new);
    }

    private CompositeData row(GraphRow each) throws OpenDataException {
        Edge edge = each.edge();
        return new CompositeDataSupport(ROW, KEYS, new Object[] {
            each.from().name(),
            edge.to.name(),
            edge.phase,
            edge.calls(),
            edge.tasks(),
            edge.waitingCalls(),
            edge.joinNanos(),
            each.held(),
            each.active(),
            each.most(),
            edge.holdNanos(),
            each.from().lends(),
            edge.to.lends()
        });
    }

    /** Sends a notification to whoever listens: its type tells whether the pools are stuck, its user data names them. */
    void tell(Cycle cycle) {
        Notification notification =
                new Notification(cycle.isStuck() ? STUCK : CYCLE, NAME, told.incrementAndGet(), cycle.words());
        notification.setUserData(cycle.names().toArray(String[]::new));
        sendNotification(notification);
    }
}
