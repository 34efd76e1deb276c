package dev.multipool.laboratory.knob;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.multipool.laboratory.description.Knob;
import dev.multipool.laboratory.description.KnobValues;
import dev.multipool.laboratory.description.ReadBack;
import dev.multipool.laboratory.result.KnobWay;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReadBackIT {
    private static final KnobValues NUMBERS = new KnobValues.Range(1, 9, KnobValues.Scale.LOG, 4L);
    private static final KnobValues WORDS = new KnobValues.Choices(List.of("linked", "array"), null);

    @Test
    void verify_ofANumber_comparesByValue() throws Exception {
        assertThat(verify(NUMBERS, "8", "8.0")).isInstanceOf(KnobOutcome.TookEffect.class);
        assertThat(verify(NUMBERS, "8", " 8\n")).isInstanceOf(KnobOutcome.TookEffect.class);
        assertThat(verify(NUMBERS, "8", "8.5")).isEqualTo(new KnobOutcome.NoEffect("8", "8.5"));
        assertThat(verify(NUMBERS, "8", "eight")).isEqualTo(new KnobOutcome.NoEffect("8", "eight"));
    }

    @Test
    void verify_ofAChoice_comparesByItsTextAlone() throws Exception {
        assertThat(verify(WORDS, "linked", "linked\n")).isInstanceOf(KnobOutcome.TookEffect.class);
        assertThat(verify(WORDS, "linked", "Linked")).isEqualTo(new KnobOutcome.NoEffect("linked", "Linked"));
    }

    private static KnobOutcome verify(KnobValues values, String asked, String told) throws Exception {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            byte[] body = told.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
        Knob knob = new Knob(
                "size", values, new KnobWay.Environment("SIZE"), new ReadBack.Http("http://127.0.0.1:{port}/", null));
        try (RunningKnobs knobs = new RunningKnobs(List::of, server.getAddress().getPort())) {
            return knobs.verify(knob, asked);
        } finally {
            server.stop(0);
        }
    }
}
