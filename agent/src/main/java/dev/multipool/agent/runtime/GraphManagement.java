package dev.multipool.agent.runtime;

import dev.multipool.pools.PoolState;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import javax.management.Attribute;
import javax.management.AttributeList;
import javax.management.AttributeNotFoundException;
import javax.management.DynamicMBean;
import javax.management.JMException;
import javax.management.MBeanInfo;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.ReflectionException;
import javax.management.openmbean.ArrayType;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.CompositeDataSupport;
import javax.management.openmbean.CompositeType;
import javax.management.openmbean.OpenDataException;
import javax.management.openmbean.OpenMBeanAttributeInfo;
import javax.management.openmbean.OpenMBeanAttributeInfoSupport;
import javax.management.openmbean.OpenMBeanInfoSupport;
import javax.management.openmbean.OpenType;
import javax.management.openmbean.SimpleType;

/** Shows over JMX, as {@code dev.multipool:type=PoolGraph}, which pools submit tasks to which. */
final class GraphManagement implements DynamicMBean {

    private static final String NAME = "dev.multipool:type=PoolGraph";
    private static final String EDGES = "Edges";
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
        "fromMaxThreads"
    };
    private static final String[] MEANINGS = {
        "the pool whose tasks submit others",
        "the pool that they submit them to",
        "how many joins came before, in the course of such a task; the last one stands for all later ones",
        "tasks that have ended and had submitted others so",
        "tasks that these had submitted",
        "those of the calls that waited for what they had submitted",
        "how long tasks waited, in nanoseconds",
        "threads that have waited so for a second or longer",
        "tasks in service, of the pool whose tasks submit others",
        "the most threads that this pool may have"
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
        SimpleType.INTEGER
    };

    private final PoolRegistry registry;
    private final MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    private final CompositeType row;
    private final MBeanInfo info;

    GraphManagement(PoolRegistry registry) {
        this.registry = registry;
        try {
            row = new CompositeType("PoolEdge", "What the tasks of one pool had another one do", KEYS, MEANINGS, TYPES);
            info = new OpenMBeanInfoSupport(
                    GraphManagement.class.getName(),
                    "Which pools submit tasks to which, and wait for them",
                    new OpenMBeanAttributeInfo[] {
                        new OpenMBeanAttributeInfoSupport(
                                EDGES, "a row for each edge and phase", new ArrayType<>(1, row), true, false, false)
                    },
                    null,
                    null,
                    null);
        } catch (OpenDataException e) {
            throw new IllegalStateException(e);
        }
    }

    void open() {
        try {
            server.registerMBean(this, new ObjectName(NAME));
        } catch (JMException e) {
            throw new IllegalStateException(NAME + " can't be registered", e);
        }
    }

    void close() {
        try {
            ObjectName name = new ObjectName(NAME);
            if (server.isRegistered(name)) {
                server.unregisterMBean(name);
            }
        } catch (JMException e) {
            throw new IllegalStateException(NAME + " can't be unregistered", e);
        }
    }

    private CompositeData[] edges() throws OpenDataException {
        List<CompositeData> rows = new ArrayList<>();
        for (PoolEntry entry : registry.entries()) {
            ObservedPool from = entry.observed;
            if (from != null && from.name() != null) {
                List<Edge> edges = from.edges().present();
                PoolState state = edges.isEmpty() ? null : from.snapshot().state();
                for (Edge edge : edges) {
                    if (state != null && edge.to.name() != null) {
                        rows.add(row(from, edge, state));
                    }
                }
            }
        }
        return rows.toArray(CompositeData[]::new);
    }

    private CompositeData row(ObservedPool from, Edge edge, PoolState state) throws OpenDataException {
        return new CompositeDataSupport(row, KEYS, new Object[] {
            from.name(),
            edge.to.name(),
            edge.phase,
            edge.calls(),
            edge.tasks(),
            edge.waitingCalls(),
            edge.joinNanos(),
            from.heldThreads(edge),
            state.active(),
            state.maxThreads()
        });
    }

    @Override
    public Object getAttribute(String attribute) throws AttributeNotFoundException, ReflectionException {
        if (!attribute.equals(EDGES)) {
            throw new AttributeNotFoundException(attribute);
        }
        try {
            return edges();
        } catch (OpenDataException e) {
            throw new ReflectionException(e);
        }
    }

    @Override
    public AttributeList getAttributes(String[] attributes) {
        AttributeList list = new AttributeList();
        for (String attribute : attributes) {
            try {
                list.add(new Attribute(attribute, getAttribute(attribute)));
            } catch (AttributeNotFoundException | ReflectionException e) {
                // an attribute that can't be read is left out: so says the interface
            }
        }
        return list;
    }

    @Override
    public void setAttribute(Attribute attribute) throws AttributeNotFoundException {
        throw new AttributeNotFoundException(attribute.getName() + " can't be set");
    }

    @Override
    public AttributeList setAttributes(AttributeList attributes) {
        return new AttributeList();
    }

    @Override
    public Object invoke(String operation, Object[] arguments, String[] types) throws ReflectionException {
        throw new ReflectionException(new NoSuchMethodException(operation));
    }

    @Override
    public MBeanInfo getMBeanInfo() {
        return info;
    }
}
