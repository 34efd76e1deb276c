package dev.multipool.laboratory.proposal;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import javax.management.Attribute;
import javax.management.AttributeList;
import javax.management.DynamicMBean;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanInfo;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/** A service with the MBeans that HikariCP and Tomcat have, and an API document: {@code http PORT}; or {@code deaf}; or {@code exit}. */
final class NamedPools implements NamedPoolsMBean {
    private volatile int connections = 10;

    public static void main(String[] args) throws Exception {
        MBeanServer beans = ManagementFactory.getPlatformMBeanServer();
        NamedPools pools = new NamedPools();
        beans.registerMBean(pools, new ObjectName("com.zaxxer.hikari:type=PoolConfig (HikariPool-1)"));
        beans.registerMBean(new TomcatLike(), new ObjectName("Tomcat:type=ThreadPool,name=\"http-nio-1\""));
        switch (args[0]) {
            case "http" -> serve(Integer.parseInt(args[1]));
            case "exit" -> {
                System.err.println("no licence");
                System.exit(3);
            }
            default -> Thread.sleep(600_000);
        }
    }

    private static void serve(int port) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 16);
        answer(server, "/", 404, "");
        answer(server, "/health", 200, "ok");
        answer(server, "/openapi.json", 200, "{\"paths\": {\"/products/{id}\": {\"get\": {}}}}");
        answer(server, "/products", 200, "a product");
        server.start();
    }

    private static void answer(HttpServer server, String path, int status, String text) {
        server.createContext(path, exchange -> {
            byte[] body = text.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
    }

    @Override
    public int getMaximumPoolSize() {
        return connections;
    }

    @Override
    public void setMaximumPoolSize(int size) {
        connections = size;
    }

    /** Its attribute begins with a small letter, as Tomcat's does. */
    private static final class TomcatLike implements DynamicMBean {
        private volatile int threads = 20;

        @Override
        public Object getAttribute(String attribute) {
            return threads;
        }

        @Override
        public void setAttribute(Attribute attribute) {
            threads = (Integer) attribute.getValue();
        }

        @Override
        public AttributeList getAttributes(String[] attributes) {
            return new AttributeList();
        }

        @Override
        public AttributeList setAttributes(AttributeList attributes) {
            return attributes;
        }

        @Override
        public Object invoke(String action, Object[] parameters, String[] signature) {
            throw new UnsupportedOperationException(action);
        }

        @Override
        public MBeanInfo getMBeanInfo() {
            MBeanAttributeInfo[] attributes = {new MBeanAttributeInfo("maxThreads", "int", "threads", true, true, false)
            };
            return new MBeanInfo(TomcatLike.class.getName(), "a pool", attributes, null, null, null);
        }
    }
}
