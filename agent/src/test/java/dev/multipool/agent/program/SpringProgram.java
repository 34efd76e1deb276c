package dev.multipool.agent.program;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;

/** A Spring application with two executors: each report is made of three parts, and is sent off at the end. */
public final class SpringProgram {

    private static final int REPORTS = 50;

    private SpringProgram() {}

    public static void main(String[] arguments) throws Exception {
        try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext(Application.class)) {
            Reports reports = context.getBean(Reports.class);
            List<Future<String>> asked = new ArrayList<>();
            for (int i = 0; i < REPORTS; i++) {
                asked.add(reports.make("report " + i));
            }
            for (Future<String> report : asked) {
                report.get();
            }
            Ledgers.awaitEnds("reports", REPORTS);
            Ledgers.figure("join", Ledgers.read("reports", "JoinWaitNanos"));
            GraphProgram.printEdges();
        }
        System.exit(0);
    }

    /** The beans. */
    @Configuration(proxyBeanMethods = false)
    @EnableAsync
    public static class Application {
        @Bean
        ThreadPoolTaskExecutor reports() {
            return executor(2);
        }

        @Bean
        ThreadPoolTaskExecutor parts() {
            return executor(3);
        }

        @Bean
        Reports reportService(Parts parts) {
            return new Reports(parts);
        }

        @Bean
        Parts partService() {
            return new Parts();
        }

        private static ThreadPoolTaskExecutor executor(int threads) {
            ThreadPoolTaskExecutor executor = new ThreadPoolTaskExecutor();
            executor.setCorePoolSize(threads);
            executor.setMaxPoolSize(threads);
            // so that only the beans tell the pools apart
            executor.setThreadNamePrefix("worker-");
            return executor;
        }
    }

    /** Makes reports. */
    public static class Reports {
        private final Parts parts;

        Reports(Parts parts) {
            this.parts = parts;
        }

        @Async("reports")
        public Future<String> make(String title) {
            List<CompletableFuture<String>> made = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                made.add(parts.make(title + ", part " + i));
            }
            StringBuilder report = new StringBuilder();
            for (CompletableFuture<String> part : made) {
                report.append(part.join());
            }
            parts.send(report.toString());
            return CompletableFuture.completedFuture(report.toString());
        }
    }

    /** Makes the parts of reports. */
    public static class Parts {
        @Async("parts")
        public CompletableFuture<String> make(String title) {
            sleep();
            return CompletableFuture.completedFuture(title);
        }

        @Async("parts")
        public void send(String report) {
            sleep();
        }

        private static void sleep() {
            try {
                Thread.sleep(2);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
