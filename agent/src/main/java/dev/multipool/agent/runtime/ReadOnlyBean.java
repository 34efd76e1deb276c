package dev.multipool.agent.runtime;

import java.lang.management.ManagementFactory;
import java.util.Arrays;
import javax.management.Attribute;
import javax.management.AttributeList;
import javax.management.AttributeNotFoundException;
import javax.management.DynamicMBean;
import javax.management.JMException;
import javax.management.MBeanInfo;
import javax.management.MBeanNotificationInfo;
import javax.management.MBeanServer;
import javax.management.NotificationBroadcasterSupport;
import javax.management.ObjectName;
import javax.management.ReflectionException;
import javax.management.openmbean.ArrayType;
import javax.management.openmbean.CompositeType;
import javax.management.openmbean.OpenDataException;
import javax.management.openmbean.OpenMBeanAttributeInfo;
import javax.management.openmbean.OpenMBeanAttributeInfoSupport;
import javax.management.openmbean.OpenMBeanInfoSupport;
import javax.management.openmbean.OpenType;

/**
 * Shows values over JMX, which can be read and not set.
 *
 * <p><b>Lifecycle:</b> {@link #open}, then {@link #close}.
 */
abstract class ReadOnlyBean extends NotificationBroadcasterSupport implements DynamicMBean {

    private final String name;
    private final MBeanInfo info;
    private final MBeanServer server = ManagementFactory.getPlatformMBeanServer();

    /**
     * Shows nothing yet.
     *
     * @param name of the MBean
     */
    ReadOnlyBean(
            String name,
            String description,
            OpenMBeanAttributeInfo[] attributes,
            MBeanNotificationInfo... notifications) {
        super(notifications);
        this.name = name;
        this.info = new OpenMBeanInfoSupport(getClass().getName(), description, attributes, null, null, notifications);
    }

    /** Reads one of its attributes now. */
    abstract Object read(String attribute) throws OpenDataException;

    /** A type of rows, for a table. */
    static CompositeType rows(String name, String description, String[] keys, String[] meanings, OpenType<?>[] types) {
        try {
            return new CompositeType(name, description, keys, meanings, types);
        } catch (OpenDataException e) {
            throw new IllegalStateException(e);
        }
    }

    /** An attribute. */
    static OpenMBeanAttributeInfo value(String name, String description, OpenType<?> type) {
        return new OpenMBeanAttributeInfoSupport(name, description, type, true, false, false);
    }

    /** An attribute that is a list of these. */
    static OpenMBeanAttributeInfo list(String name, String description, OpenType<?> of) {
        return value(name, description, listOf(of));
    }

    static OpenType<?> listOf(OpenType<?> of) {
        try {
            return new ArrayType<>(1, of);
        } catch (OpenDataException e) {
            throw new IllegalStateException(e);
        }
    }

    final void open() {
        try {
            server.registerMBean(this, new ObjectName(name));
        } catch (JMException e) {
            throw new IllegalStateException(name + " can't be registered", e);
        }
    }

    final void close() {
        try {
            ObjectName known = new ObjectName(name);
            if (server.isRegistered(known)) {
                server.unregisterMBean(known);
            }
        } catch (JMException e) {
            throw new IllegalStateException(name + " can't be unregistered", e);
        }
    }

    @Override
    public final Object getAttribute(String attribute) throws AttributeNotFoundException, ReflectionException {
        if (Arrays.stream(info.getAttributes()).noneMatch(each -> each.getName().equals(attribute))) {
            throw new AttributeNotFoundException(attribute);
        }
        try {
            return read(attribute);
        } catch (OpenDataException e) {
            throw new ReflectionException(e);
        }
    }

    @Override
    public final AttributeList getAttributes(String[] attributes) {
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
    public final void setAttribute(Attribute attribute) throws AttributeNotFoundException {
        throw new AttributeNotFoundException(attribute.getName() + " can't be set");
    }

    @Override
    public final AttributeList setAttributes(AttributeList attributes) {
        return new AttributeList();
    }

    @Override
    public final Object invoke(String operation, Object[] arguments, String[] types) throws ReflectionException {
        throw new ReflectionException(new NoSuchMethodException(operation));
    }

    @Override
    public final MBeanInfo getMBeanInfo() {
        return info;
    }
}
