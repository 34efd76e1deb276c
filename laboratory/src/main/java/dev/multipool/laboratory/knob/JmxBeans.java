package dev.multipool.laboratory.knob;

import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import dev.multipool.laboratory.knob.KnobFailure.Code;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import javax.management.Attribute;
import javax.management.JMException;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanOperationInfo;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/** The MBeans of a service's JVMs. It needs no port and no setting there, as it attaches as the JDK's tools do. */
final class JmxBeans implements AutoCloseable {
    private final List<JMXConnector> connectors = new ArrayList<>();

    private JmxBeans() {}

    /** Attaches to all JVMs among processes. */
    static JmxBeans attach(Collection<Long> pids) throws KnobException {
        List<Long> jvms = JvmProcesses.of(pids);
        if (jvms.isEmpty()) {
            throw new KnobException(Code.NO_JVM, "processes " + pids, "none of them is a JVM");
        }
        return attachTo(jvms);
    }

    /** Attaches to JVMs alone. */
    @SuppressWarnings("BanJNDI") // the address is what a JVM of this user told, on this machine
    static JmxBeans attachTo(List<Long> jvms) throws KnobException {
        JmxBeans beans = new JmxBeans();
        for (long jvm : jvms) {
            try {
                VirtualMachine machine = VirtualMachine.attach(Long.toString(jvm));
                try {
                    beans.connectors.add(
                            JMXConnectorFactory.connect(new JMXServiceURL(machine.startLocalManagementAgent())));
                } finally {
                    machine.detach();
                }
            } catch (AttachNotSupportedException | IOException e) {
                beans.close();
                throw new KnobException(Code.NO_JVM, "process " + jvm, "can't be attached to: " + e.getMessage());
            }
        }
        return beans;
    }

    /** The servers of the JVMs, in their order. */
    List<MBeanServerConnection> servers() throws IOException {
        List<MBeanServerConnection> servers = new ArrayList<>();
        for (JMXConnector connector : connectors) {
            servers.add(connector.getMBeanServerConnection());
        }
        return servers;
    }

    private record Bean(MBeanServerConnection server, ObjectName name) {}

    private interface Action<T> {
        T on(Bean bean) throws JMException, IOException, KnobException;
    }

    /** The values of an attribute, one of each bean that the name matches. */
    List<String> read(String pattern, String attribute) throws KnobException {
        return onEach(pattern, attribute, bean -> {
            if (!info(bean, attribute).isReadable()) {
                throw new KnobException(Code.NOT_READABLE, bean.name() + " " + attribute, "it can only be written");
            }
            return String.valueOf(bean.server().getAttribute(bean.name(), attribute));
        });
    }

    void write(String pattern, String attribute, String value) throws KnobException {
        onEach(pattern, attribute, bean -> {
            MBeanAttributeInfo info = info(bean, attribute);
            if (!info.isWritable()) {
                throw new KnobException(Code.NOT_WRITABLE, bean.name() + " " + attribute, "it can only be read");
            }
            bean.server().setAttribute(bean.name(), new Attribute(attribute, JmxValue.of(info.getType(), value)));
            return value;
        });
    }

    void invoke(String pattern, String operation, String value) throws KnobException {
        onEach(pattern, operation, bean -> {
            MBeanOperationInfo[] all = bean.server().getMBeanInfo(bean.name()).getOperations();
            for (MBeanOperationInfo info : all) {
                if (info.getName().equals(operation) && info.getSignature().length == 1) {
                    String type = info.getSignature()[0].getType();
                    bean.server()
                            .invoke(bean.name(), operation, new Object[] {JmxValue.of(type, value)}, new String[] {type
                            });
                    return value;
                }
            }
            TreeSet<String> names = new TreeSet<>();
            Arrays.stream(all).forEach(info -> names.add(info.getName() + "/" + info.getSignature().length));
            throw new KnobException(Code.NO_SUCH_OPERATION, bean.name() + " " + operation + "/1", "it has " + names);
        });
    }

    private <T> List<T> onEach(String pattern, String member, Action<T> action) throws KnobException {
        List<T> results = new ArrayList<>();
        try {
            for (Bean bean : find(pattern)) {
                results.add(action.on(bean));
            }
            return results;
        } catch (JMException | RuntimeException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw new KnobException(Code.VALUE_REFUSED, pattern + " " + member, String.valueOf(cause));
        } catch (IOException e) {
            throw new KnobException(Code.NO_ANSWER, pattern + " " + member, String.valueOf(e.getMessage()));
        }
    }

    private List<Bean> find(String pattern) throws JMException, IOException, KnobException {
        ObjectName name = new ObjectName(pattern);
        List<Bean> found = new ArrayList<>();
        TreeSet<String> sameDomain = new TreeSet<>();
        for (MBeanServerConnection server : servers()) {
            server.queryNames(name, null).forEach(match -> found.add(new Bean(server, match)));
            server.queryNames(new ObjectName(name.getDomain() + ":*"), null)
                    .forEach(match -> sameDomain.add(match.toString()));
        }
        if (found.isEmpty()) {
            throw new KnobException(
                    Code.NO_SUCH_BEAN,
                    pattern,
                    sameDomain.isEmpty()
                            ? "no bean in the domain " + name.getDomain()
                            : "the domain has " + sameDomain.stream().limit(5).toList());
        }
        return found;
    }

    private static MBeanAttributeInfo info(Bean bean, String attribute) throws JMException, IOException, KnobException {
        MBeanAttributeInfo[] all = bean.server().getMBeanInfo(bean.name()).getAttributes();
        TreeSet<String> names = new TreeSet<>();
        for (MBeanAttributeInfo info : all) {
            if (info.getName().equals(attribute)) {
                return info;
            }
            names.add(info.getName());
        }
        throw new KnobException(Code.NO_SUCH_ATTRIBUTE, bean.name() + " " + attribute, "it has " + names);
    }

    @Override
    public void close() {
        for (JMXConnector connector : connectors) {
            try {
                connector.close();
            } catch (IOException e) {
                // the service is gone, and the connection with it
            }
        }
    }
}
