package dev.multipool.agent.program;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.startup.Tomcat;

/** A Tomcat whose requests are done by tasks of a pool, and its callers: what agents that follow a request look at. */
public final class BesideProgram {

    private static final int WARM_UP = 300;
    private static final int REQUESTS = 400;
    private static final int CALLERS = 6;
    private static final long TASK_NANOS = 5_000_000;
    private static final String POOL = "orders";

    private BesideProgram() {}

    /** Waits for a line, which whoever attaches an agent sends, then compares what the pool's tasks saw with its ledger. */
    public static void main(String[] arguments) {
        try {
            compare();
            System.exit(0);
        } catch (Exception e) {
            e.printStackTrace();
            // Tomcat's threads would not end
            System.exit(1);
        }
    }

    private static void compare() throws Exception {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                4, 4, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), JdkPoolProgram.named(POOL));
        Work work = new Work(pool);
        URI hello = serve(work);
        Ledgers.figure("port", hello.getPort());
        if (System.in.read() != '\n') {
            throw new IOException("no line on the standard input");
        }
        int answered = ask(hello, WARM_UP);
        Ledgers.awaitQuiet(POOL);
        double before = Ledgers.read(POOL, "ArrivalsTasks");
        double queued = Ledgers.read(POOL, "MeanQueueTimeNanos") * before;
        double served = Ledgers.read(POOL, "MeanServiceTimeNanos") * before;
        Truth truth = new Truth();
        work.truth = truth;
        answered += ask(hello, REQUESTS);
        Ledgers.awaitQuiet(POOL);
        Ledgers.figure("answered", answered);
        truth.print();
        double all = Ledgers.read(POOL, "ArrivalsTasks");
        double tasks = all - before;
        Ledgers.figure("ledgerTasks", tasks);
        Ledgers.figure("ledgerQueueTime", (Ledgers.read(POOL, "MeanQueueTimeNanos") * all - queued) / tasks);
        Ledgers.figure("ledgerServiceTime", (Ledgers.read(POOL, "MeanServiceTimeNanos") * all - served) / tasks);
        Ledgers.print(POOL);
        Ledgers.figure("tomcat", Ledgers.read("http-nio-127.0.0.1-auto-1-exec", "CompletionsTasks"));
    }

    private static URI serve(HttpServlet servlet) throws IOException, LifecycleException {
        Tomcat tomcat = new Tomcat();
        tomcat.setBaseDir(Files.createTempDirectory(Path.of("target"), "beside").toString());
        tomcat.setPort(0);
        tomcat.getConnector().setProperty("address", "127.0.0.1");
        Context context = tomcat.addContext("", null);
        Tomcat.addServlet(context, "hello", servlet).addMapping("/hello");
        tomcat.start();
        return URI.create("http://127.0.0.1:" + tomcat.getConnector().getLocalPort() + "/hello");
    }

    /** Returns how many requests were answered as they should be. */
    private static int ask(URI hello, int requests) throws Exception {
        HttpClient client =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
        ThreadPoolExecutor callers = new ThreadPoolExecutor(
                CALLERS, CALLERS, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), JdkPoolProgram.named("caller"));
        List<Future<Boolean>> answers = new ArrayList<>();
        for (int i = 0; i < requests; i++) {
            answers.add(callers.submit(() -> {
                HttpResponse<String> answer =
                        client.send(HttpRequest.newBuilder(hello).build(), HttpResponse.BodyHandlers.ofString());
                return answer.statusCode() == 200 && answer.body().equals("hello");
            }));
        }
        int right = 0;
        for (Future<Boolean> answer : answers) {
            right += answer.get() ? 1 : 0;
        }
        callers.shutdown();
        return right;
    }

    /** Says hello, once its tasks are done: each comes to the pool in another way. */
    private static final class Work extends HttpServlet {
        private static final long serialVersionUID = 1;

        private final transient ExecutorService pool;
        private transient volatile Truth truth = new Truth();

        Work(ExecutorService pool) {
            this.pool = pool;
        }

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            CompletableFuture<Void> executed = new CompletableFuture<>();
            Runnable task = truth.task(TASK_NANOS);
            pool.execute(() -> {
                task.run();
                executed.complete(null);
            });
            Future<?> submitted = pool.submit(truth.task(TASK_NANOS));
            CompletableFuture<Void> async = CompletableFuture.runAsync(truth.task(TASK_NANOS), pool);
            try {
                submitted.get();
                executed.get();
                async.get();
            } catch (InterruptedException | ExecutionException e) {
                throw new IOException(e);
            }
            response.setContentType("text/plain");
            response.getOutputStream().print("hello");
        }
    }
}
