package dev.multipool.agent.program;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.startup.Tomcat;

/** A Tomcat that says hello, as its guide embeds it. */
public final class HelloProgram {

    private HelloProgram() {}

    /** Prints its port, and serves until its standard input ends. */
    public static void main(String[] arguments) throws IOException, LifecycleException {
        Tomcat tomcat = new Tomcat();
        tomcat.setBaseDir(Files.createTempDirectory("hello").toString());
        tomcat.setHostname("127.0.0.1");
        tomcat.setPort(0);
        Connector connector = tomcat.getConnector();
        connector.setProperty("address", "127.0.0.1");
        // a connection lasts as long as its client: it is requests that are measured
        connector.setProperty("maxKeepAliveRequests", "-1");
        Context context = tomcat.addContext("", null);
        Tomcat.addServlet(context, "hello", new Hello()).addMapping("/hello");
        tomcat.start();
        Ledgers.figure("port", connector.getLocalPort());
        while (System.in.read() >= 0) {
            // until it ends
        }
        System.exit(0);
    }

    /** Says hello. */
    private static final class Hello extends HttpServlet {
        private static final long serialVersionUID = 1;

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            byte[] hello = "hello\n".getBytes(StandardCharsets.UTF_8);
            response.setContentType("text/plain");
            response.setContentLength(hello.length);
            response.getOutputStream().write(hello);
        }
    }
}
