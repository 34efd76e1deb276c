package dev.multipool.laboratory.service;

import dev.multipool.laboratory.description.Placeholders;
import dev.multipool.laboratory.description.Ready;
import dev.multipool.laboratory.http.ServiceHttp;
import dev.multipool.laboratory.http.ServiceHttp.Answer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.Map;

/** Asks a service whether it is ready. Each question is bounded in time. */
final class ReadyProbe {
    private static final Duration ONE_QUESTION = Duration.ofSeconds(2);

    private final Ready ready;
    private final Map<String, String> values;
    private final BoundedConsole console;
    private final ServiceHttp client = new ServiceHttp(ONE_QUESTION);
    private String last = "not asked yet";

    ReadyProbe(Ready ready, int port, BoundedConsole console) {
        this.ready = ready;
        this.values = Map.of(Placeholders.PORT, Integer.toString(port));
        this.console = console;
    }

    boolean isReady() throws InterruptedException {
        if (ready instanceof Ready.Http http) {
            return answers(Placeholders.fill(http.url(), values));
        }
        if (ready instanceof Ready.Tcp tcp) {
            return accepts(Placeholders.fill(tcp.address(), values));
        }
        if (ready instanceof Ready.Log log) {
            last = "no line of its console matches '" + log.regex() + "'";
            return console.seen();
        }
        return true;
    }

    /** What was asked, and what came of it last. */
    String last() {
        return last;
    }

    private boolean answers(String url) throws InterruptedException {
        try {
            Answer answer = client.send(HttpRequest.newBuilder(URI.create(url)).build());
            last = "GET " + url + " answers " + answer.status() + ", not 200 to 299";
            return answer.isSuccess();
        } catch (IOException | IllegalArgumentException e) {
            last = "GET " + url + " fails: " + e;
        }
        return false;
    }

    private boolean accepts(String address) {
        int colon = address.lastIndexOf(':');
        try (Socket socket = new Socket()) {
            int port = Integer.parseInt(address.substring(colon + 1));
            socket.connect(new InetSocketAddress(address.substring(0, colon), port), (int) ONE_QUESTION.toMillis());
            return true;
        } catch (IOException | IllegalArgumentException e) {
            last = "a connection to " + address + " fails: " + e.getMessage();
            return false;
        }
    }
}
