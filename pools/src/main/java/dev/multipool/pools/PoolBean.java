package dev.multipool.pools;

import java.io.IOException;
import javax.management.JMException;
import javax.management.MBeanException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.RuntimeMBeanException;

/** A pool behind its MBean, maybe of another JVM. */
final class PoolBean implements ManagedPool {

    private final MBeanServerConnection server;
    private final ObjectName name;

    PoolBean(MBeanServerConnection server, ObjectName name) {
        this.server = server;
        this.name = name;
    }

    @Override
    public PoolConfig config() {
        try {
            return PoolConfig.parse(name.getKeyProperty("name"), (String) server.getAttribute(name, "Spec"));
        } catch (JMException | IOException e) {
            throw gone(e);
        }
    }

    @Override
    public LedgerSnapshot snapshot() {
        try {
            return LedgerSnapshot.fromBytes((byte[]) server.invoke(name, "ledger", new Object[0], new String[0]));
        } catch (JMException | IOException e) {
            throw gone(e);
        }
    }

    @Override
    public void resize(int coreThreads, int maxThreads, int queueCapacity) {
        try {
            server.invoke(name, "resize", new Object[] {coreThreads, maxThreads, queueCapacity}, new String[] {
                "int", "int", "int"
            });
        } catch (MBeanException | RuntimeMBeanException e) {
            Throwable cause = e.getCause();
            throw new IllegalArgumentException(cause == null ? e.getMessage() : cause.getMessage(), e);
        } catch (JMException | IOException e) {
            throw gone(e);
        }
    }

    private IllegalStateException gone(Exception e) {
        return new IllegalStateException("pool " + name.getKeyProperty("name") + " can't be asked: " + e, e);
    }
}
