package dev.multipool.casebook;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Advice for a Spring Boot application with 4 threads of Tomcat and 2 connections of HikariCP. */
@Tag("full")
@Timeout(400)
class AdviseIT {
    private static final int THREADS = 4;
    private static final int CONNECTIONS = 2;
    private static final int USERS = 16;
    private static final Path JAR = Path.of("spring-boot/target/product-service.jar");

    @RegisterExtension
    final MachineShare machine = MachineShare.alone();

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final List<Thread> users = new ArrayList<>();
    private final AtomicLong answers = new AtomicLong();
    private final Path directory;
    private Process service;
    private int port;

    AdviseIT(@TempDir Path directory) {
        this.directory = directory;
    }

    @AfterEach
    void stop() throws InterruptedException {
        users.forEach(Thread::interrupt);
        for (Thread user : users) {
            user.join();
        }
        if (service != null) {
            service.destroy();
            service.waitFor();
        }
    }

    @Test
    void apply_toPoolsThatLimit_bringsThroughput_andTheSizesAreReadBack() throws Exception {
        start("/products/1", List.of());
        double before = answersPerSecond();

        Laboratory.Outcome advise = advise();

        assertThat(advise.exitCode()).as(advise.output()).isZero();
        assertThat(number("com.zaxxer.hikari:type=PoolConfig (*)", "MaximumPoolSize"))
                .as(advise.output())
                .isGreaterThan(CONNECTIONS);
        assertThat(number("dev.multipool:type=Pool,name=http-nio*", "MaxThreads"))
                .as(advise.output())
                .isGreaterThanOrEqualTo(THREADS);
        assertThat(answersPerSecond()).as(advise.output()).isGreaterThan(1.1 * before);
    }

    @Test
    void apply_toAProcessThatUsesItsCores_changesNothing() throws Exception {
        start("/products/1/signature", List.of("taskset", "-c", "0"));

        Laboratory.Outcome advise = advise();

        // a machine that others use may look as if the pools did; then what was tried is taken back
        assertThat(advise.exitCode()).as(advise.output()).isIn(0, 1);
        assertThat(number("com.zaxxer.hikari:type=PoolConfig (*)", "MaximumPoolSize"))
                .as(advise.output())
                .isEqualTo(CONNECTIONS);
        assertThat(number("dev.multipool:type=Pool,name=http-nio*", "MaxThreads"))
                .as(advise.output())
                .isEqualTo(THREADS);
    }

    private Laboratory.Outcome advise() throws IOException, InterruptedException {
        Laboratory.Outcome outcome = Laboratory.run(
                directory.resolve("console"),
                "advise",
                "--pid",
                Long.toString(service.pid()),
                "--apply",
                "--window",
                "2s");
        // for people
        System.out.println(outcome.output());
        return outcome;
    }

    private void start(String path, List<String> before) throws Exception {
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        List<String> command = new ArrayList<>(before);
        command.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-jar",
                JAR.toString(),
                "--server.port=" + port,
                "--server.tomcat.threads.max=" + THREADS,
                "--spring.datasource.hikari.maximum-pool-size=" + CONNECTIONS));
        service = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("service").toFile())
                .start();
        while (answer("/products/1") != 200) {
            assertThat(service.isAlive()).isTrue();
            TimeUnit.MILLISECONDS.sleep(200);
        }
        for (int i = 0; i < USERS; i++) {
            Thread user = new Thread(() -> ask(path), "user-" + i);
            user.start();
            users.add(user);
        }
        // until its code is compiled
        answersPerSecond();
    }

    private void ask(String path) {
        while (!Thread.currentThread().isInterrupted()) {
            try {
                if (answer(path) == 200) {
                    answers.incrementAndGet();
                }
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    /** The answer's code; 0 for none. */
    private int answer(String path) throws InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .timeout(Duration.ofSeconds(30))
                .build();
        try {
            return http.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
        } catch (IOException e) {
            return 0;
        }
    }

    private double answersPerSecond() throws InterruptedException {
        int seconds = 5;
        long before = answers.get();
        TimeUnit.SECONDS.sleep(seconds);
        return (double) (answers.get() - before) / seconds;
    }

    @SuppressWarnings("BanJNDI") // the address is what a JVM that this test started told, on this machine
    private int number(String beans, String attribute) throws Exception {
        VirtualMachine jvm = VirtualMachine.attach(Long.toString(service.pid()));
        try (JMXConnector connector = JMXConnectorFactory.connect(new JMXServiceURL(jvm.startLocalManagementAgent()))) {
            MBeanServerConnection connection = connector.getMBeanServerConnection();
            ObjectName name = connection
                    .queryNames(new ObjectName(beans), null)
                    .iterator()
                    .next();
            return ((Number) connection.getAttribute(name, attribute)).intValue();
        } finally {
            jvm.detach();
        }
    }
}
