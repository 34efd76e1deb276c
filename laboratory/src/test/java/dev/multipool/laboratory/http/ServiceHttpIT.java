package dev.multipool.laboratory.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.multipool.laboratory.http.ServiceHttp.Answer;
import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Test;

class ServiceHttpIT {
    private static final InetSocketAddress ANY_PORT = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    private static final int KEPT_BYTES = 8 << 20;

    private final CountDownLatch over = new CountDownLatch(1);
    private final ServiceHttp client = new ServiceHttp(Duration.ofSeconds(20));

    @Test
    void send_toACertificateOfNobodyWithAnotherName_isAnswered() throws Exception {
        X509Bundle certificate = new CertificateBuilder()
                .subject("CN=somewhere-else")
                .setIsCertificateAuthority(true)
                .buildSelfSigned();
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(certificate.toKeyManagerFactory().getKeyManagers(), null, null);
        HttpsServer server = HttpsServer.create(ANY_PORT, 0);
        server.setHttpsConfigurator(new HttpsConfigurator(context));

        assertThat(send(server, "https", ServiceHttpIT::tellFine)).isEqualTo(new Answer(200, "fine", true));
    }

    @Test
    void send_longBody_keepsItsBeginning() throws Exception {
        Answer answer = send(HttpServer.create(ANY_PORT, 0), "http", exchange -> {
            exchange.sendResponseHeaders(200, 0);
            writeUntilNobodyReads(exchange.getResponseBody());
        });

        assertThat(answer.ended()).isTrue();
        assertThat(answer.body()).hasSize(KEPT_BYTES);
    }

    @Test
    void send_bodyThatDoesNotEnd_tellsWhatCameInTime() throws Exception {
        HttpServer server = HttpServer.create(ANY_PORT, 0);
        Answer answer = send(new ServiceHttp(Duration.ofSeconds(2)), server, "http", exchange -> {
            exchange.sendResponseHeaders(201, 0);
            exchange.getResponseBody().write("begin".getBytes(StandardCharsets.UTF_8));
            exchange.getResponseBody().flush();
            awaitEnd();
        });

        assertThat(answer).isEqualTo(new Answer(201, "begin", false));
    }

    @Test
    void send_whereNobodyAnswers_failsInTime() throws Exception {
        ServiceHttp impatient = new ServiceHttp(Duration.ofMillis(200));
        try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + silent.getLocalPort() + "/"))
                    .build();

            assertThatExceptionOfType(IOException.class).isThrownBy(() -> impatient.send(request));
        }
    }

    private interface Reply {
        void to(HttpExchange exchange) throws IOException;
    }

    private Answer send(HttpServer server, String scheme, Reply reply) throws Exception {
        return send(client, server, scheme, reply);
    }

    private Answer send(ServiceHttp sender, HttpServer server, String scheme, Reply reply) throws Exception {
        server.createContext("/", exchange -> {
            reply.to(exchange);
            exchange.close();
        });
        server.start();
        try {
            URI uri = URI.create(scheme + "://127.0.0.1:" + server.getAddress().getPort() + "/");
            return sender.send(HttpRequest.newBuilder(uri).build());
        } finally {
            over.countDown();
            server.stop(0);
        }
    }

    private static void tellFine(HttpExchange exchange) throws IOException {
        exchange.sendResponseHeaders(200, 4);
        exchange.getResponseBody().write("fine".getBytes(StandardCharsets.UTF_8));
    }

    private static void writeUntilNobodyReads(OutputStream out) {
        byte[] page = "x".repeat(1 << 16).getBytes(StandardCharsets.UTF_8);
        try {
            while (true) {
                out.write(page);
            }
        } catch (IOException e) {
            // the client has enough
        }
    }

    private void awaitEnd() {
        try {
            over.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
