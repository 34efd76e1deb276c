package dev.multipool.laboratory.search;

import com.sun.net.httpserver.HttpServer;
import dev.multipool.pools.PoolConfig;
import dev.multipool.pools.PoolManagement;
import dev.multipool.pools.Pools;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A service that does well with one setting alone: {@code PORT}. With each other one it makes its own trouble when it has answered
 * some calls, in the middle of a load.
 */
final class TroubledService {
    private static final String SETTING = "troubled.trouble";
    private static final int THREADS = 8;
    private static final int CALLS_BEFORE = 300;
    private static final int PAGE = 1 << 16;

    private final AtomicInteger calls = new AtomicInteger();
    private final AtomicBoolean shouted = new AtomicBoolean();
    private final String trouble;
    /** The process that left this one; its own where none did. */
    private final long leaver;

    private TroubledService(String trouble, long leaver) {
        this.trouble = trouble;
        this.leaver = leaver;
    }

    /** Serves until it is ended. */
    public static void main(String[] args) throws IOException, InterruptedException {
        String trouble = System.getProperty(SETTING);
        boolean hasLeft = args.length > 1;
        if (trouble.equals("leak") && !hasLeft) {
            leave(args[0]);
        }
        long leaver =
                hasLeft ? Long.parseLong(args[1]) : ProcessHandle.current().pid();
        new TroubledService(trouble, leaver).serve(Integer.parseInt(args[0]));
    }

    /** A child serves in its place, in a session of its own and without an environment, and kills this process later. */
    private static void leave(String port) throws IOException, InterruptedException {
        List<String> child = List.of(
                "sh",
                "-c",
                "setsid env -i \"$@\" >/dev/null 2>&1 &",
                "leave",
                ProcessHandle.current().info().command().orElseThrow(),
                "-D" + SETTING + "=leak",
                "-cp",
                System.getProperty("java.class.path"),
                TroubledService.class.getName(),
                port,
                Long.toString(ProcessHandle.current().pid()));
        new ProcessBuilder(child).start().waitFor();
        sleepForEver();
    }

    private void serve(int port) throws IOException {
        if (trouble.equals("hang") || trouble.equals("leak")) {
            // it does not end when it is asked to
            Runtime.getRuntime().addShutdownHook(new Thread(TroubledService::sleepForEver));
        }
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        server.setExecutor(Executors.newFixedThreadPool(THREADS));
        server.createContext("/trouble", exchange -> {
            byte[] body = ("{\"trouble\":\"" + trouble + "\"}").getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.createContext("/wait", exchange -> {
            if (calls.incrementAndGet() >= CALLS_BEFORE) {
                makeTrouble();
            }
            sleep(20);
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
        });
        // a pool that the laboratory reads in each window; it does nothing
        PoolManagement.register(Pools.create(PoolConfig.parse("spare", "fixed:threads=1,queue=1")));
        server.start();
    }

    private void makeTrouble() {
        switch (trouble) {
            case "halt" -> Runtime.getRuntime().halt(9);
            case "hang" -> sleepForEver();
            case "freeze" -> freeze();
            case "shout" -> shout();
            case "leak" -> ProcessHandle.of(leaver).ifPresent(ProcessHandle::destroyForcibly);
            default -> {}
        }
    }

    /** The whole JVM stands still, as in a pause without end. */
    private static void freeze() {
        try {
            new ProcessBuilder(
                            "kill",
                            "-STOP",
                            Long.toString(ProcessHandle.current().pid()))
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A GiB, by the first thread that comes here. */
    private void shout() {
        if (shouted.compareAndSet(false, true)) {
            byte[] page = ("x".repeat(1023) + "\n").repeat(PAGE / 1024).getBytes(StandardCharsets.UTF_8);
            for (long printed = 0; printed < 1L << 30; printed += page.length) {
                System.out.write(page, 0, page.length);
            }
            System.out.flush();
        }
    }

    private static void sleepForEver() {
        while (true) {
            sleep(60_000);
        }
    }

    private static void sleep(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
