package dev.multipool.agent.program;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.catalina.Context;
import org.apache.catalina.startup.Tomcat;

/** A Tomcat that answers "hello". Prints its port, and serves until it is ended. */
public final class TomcatHelloProgram {

    /** The whole body. */
    public static final String ANSWER = "hello";

    private TomcatHelloProgram() {}

    /** Serves. */
    public static void main(String[] arguments) throws Exception {
        Logger.getLogger("org.apache").setLevel(Level.WARNING);
        Path directory = Files.createTempDirectory("tomcat");
        Tomcat tomcat = new Tomcat();
        tomcat.setBaseDir(directory.toString());
        tomcat.setHostname("127.0.0.1");
        tomcat.setPort(0);
        tomcat.getConnector().setProperty("address", "127.0.0.1");
        tomcat.getConnector().setProperty("maxKeepAliveRequests", "-1");
        Context context = tomcat.addContext("", directory.toString());
        Tomcat.addServlet(context, "hello", new Hello());
        context.addServletMappingDecoded("/", "hello");
        tomcat.start();
        System.out.println(tomcat.getConnector().getLocalPort());
        tomcat.getServer().await();
    }

    private static final class Hello extends HttpServlet {
        private static final long serialVersionUID = 1L;

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            byte[] body = ANSWER.getBytes(StandardCharsets.US_ASCII);
            response.setContentLength(body.length);
            response.getOutputStream().write(body);
        }
    }
}
