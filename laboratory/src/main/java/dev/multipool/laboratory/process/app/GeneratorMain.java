package dev.multipool.laboratory.process.app;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.multipool.bench.generator.GeneratorSettings;
import dev.multipool.bench.generator.LoadGenerator;
import dev.multipool.bench.generator.Progress;
import dev.multipool.bench.generator.ProgressListener;
import dev.multipool.bench.protocol.Protocols;
import dev.multipool.bench.result.LoadResult;
import dev.multipool.bench.result.LoadResultJson;
import dev.multipool.laboratory.process.GeneratorEvent;
import dev.multipool.laboratory.process.GeneratorEvent.Kind;
import dev.multipool.laboratory.process.GeneratorOrder;
import dev.multipool.laboratory.process.LineServer;
import java.io.IOException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A load generator that stays: it carries one order out after the other. Its second load meets compiled code. */
public final class GeneratorMain {
    private static final ObjectMapper JSON = new ObjectMapper().registerModule(LoadResultJson.values());

    private GeneratorMain() {}

    public static void main(String[] args) throws Exception {
        Logging.quiet();
        try (LineServer orders = LineServer.listen()) {
            System.out.println("listening on 127.0.0.1:" + orders.port());
            orders.converse((line, reply) -> {
                // what the load before left must not be collected in the next one's window
                System.gc();
                obey(line, event -> reply.accept(json(event)));
            });
        }
        System.exit(0);
    }

    private static void obey(String line, Consumer<GeneratorEvent> told) throws InterruptedException {
        try {
            run(JSON.readValue(line, GeneratorOrder.class), told);
            told.accept(new GeneratorEvent(Kind.ENDED, null));
        } catch (IOException | RuntimeException e) {
            // whoever reads the log finds where it came from
            e.printStackTrace();
            told.accept(new GeneratorEvent(Kind.FAILED, describe(e)));
        }
    }

    private static void run(GeneratorOrder order, Consumer<GeneratorEvent> told)
            throws IOException, InterruptedException {
        GeneratorSettings settings = GeneratorSettings.of(order.plan()).withWatched(order.watched());
        LoadResult result = new LoadGenerator(
                        order.plan(),
                        settings,
                        new WindowListener(told),
                        Protocols.of(order.plan().calls()))
                .run();
        if (order.result() != null) {
            LoadResultJson.write(result, order.result());
        }
    }

    private static @Nullable String describe(Exception e) {
        return e.getMessage() == null ? e.toString() : e.getMessage();
    }

    private static String json(GeneratorEvent event) {
        try {
            return JSON.writeValueAsString(event);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Tells when the measured window begins. */
    private record WindowListener(Consumer<GeneratorEvent> told) implements ProgressListener {
        @Override
        public void onProgress(Progress progress) {}

        @Override
        public void onWindow() {
            told.accept(new GeneratorEvent(Kind.WINDOW_BEGAN, null));
        }
    }
}
