package dev.multipool.laboratory.check;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import javax.management.ObjectName;

/** A service with knobs and bad habits: {@code MODE PORT FLAGS}. */
public final class SmallService implements SmallServiceMBean {
    private volatile int size = 8;

    private SmallService() {}

    public static void main(String[] args) throws Exception {
        String mode = args[0];
        int port = Integer.parseInt(args[1]);
        switch (mode) {
            case "exit" -> {
                System.out.println("no licence");
                System.exit(3);
            }
            case "loud" -> shout(200L << 20);
            case "hang" -> Runtime.getRuntime().addShutdownHook(new Thread(SmallService::sleep));
            case "leak" -> leak(port);
            default -> {}
        }
        SmallService service = new SmallService();
        ManagementFactory.getPlatformMBeanServer().registerMBean(service, new ObjectName("small:type=Pool (main)"));
        if (mode.startsWith("grpc")) {
            SmallGrpc.start(mode, port);
        } else if (mode.equals("http2")) {
            SmallHttp2.start(port);
        } else if (!mode.equals("leak")) {
            service.serve(mode, port, List.of(args));
        }
        sleep();
    }

    private void serve(String mode, int port, List<String> args) throws IOException {
        HttpServer http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        http.createContext("/", exchange -> {
            String path = exchange.getRequestURI().getPath();
            if (path.equals("/die")) {
                Runtime.getRuntime().halt(9);
            }
            if (path.equals("/size")) {
                size = Integer.parseInt(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            }
            boolean missing = path.equals("/missing") || (mode.equals("unready") && path.equals("/health"));
            byte[] body = ("{\"size\":" + size + ",\"env\":\"" + System.getenv("SMALL_ENV") + "\",\"property\":\""
                            + System.getProperty("small.property") + "\",\"flag\":\"" + args.get(args.size() - 1)
                            + "\"}")
                    .getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(missing ? 404 : 200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        http.start();
    }

    private static void leak(int port) throws IOException {
        String java = ProcessHandle.current().info().command().orElseThrow();
        new ProcessBuilder(
                        java,
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        SmallService.class.getName(),
                        "hang",
                        "" + port)
                .start();
    }

    private static void shout(long bytes) {
        byte[] line = ("x".repeat(1023) + "\n").getBytes(StandardCharsets.UTF_8);
        for (long i = 0; i < bytes; i += line.length) {
            System.out.write(line, 0, line.length);
        }
        System.out.flush();
    }

    private static void sleep() {
        try {
            Thread.sleep(120_000);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public int getSize() {
        return size;
    }

    @Override
    public void setSize(int size) {
        this.size = size;
    }

    @Override
    public int getFixed() {
        return 7;
    }
}
