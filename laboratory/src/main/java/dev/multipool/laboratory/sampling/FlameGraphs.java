package dev.multipool.laboratory.sampling;

import dev.multipool.laboratory.page.ContentPolicy;
import dev.multipool.laboratory.sampling.RunProfile.Flame;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import one.convert.Arguments;
import one.convert.FlameGraph;
import one.convert.JfrToFlame;

/** Draws the flame graphs of recordings with async-profiler's own converter: pages that need no network. */
public final class FlameGraphs {
    private static final List<String> EVENTS = List.of("cpu", "wall", "alloc", "lock");
    /** Of a pool, where its threads were and where they computed; what they allocated is in the graph of all. */
    private static final List<String> POOL_EVENTS = List.of("cpu", "wall");

    /** Slow calls alone have spans; of a call that was slow in the queue, a span this short is not worth a frame. */
    private static final Duration SHORTEST_SPAN = Duration.ofMillis(1);

    private static final String SLOW_CALLS = "-wall-slow.html";

    private final Path directory;

    /**
     * What was drawn of one run.
     *
     * @param flames the graphs
     * @param notDrawn one sentence for each graph that the converter failed on
     */
    public record Drawn(List<Flame> flames, List<String> notDrawn) {}

    /** Draws beside the recordings in this directory. */
    public FlameGraphs(Path directory) {
        this.directory = directory;
    }

    /**
     * Every graph of one run: one for each event, two for each pool, and one of only the slow calls where there were any. A
     * graph that can't be drawn is named and left out: the run that it is of was measured all the same.
     *
     * @param run what files begin with; {@code run.jfr} is the recording
     * @param pools the pools whose threads were seen
     * @param slowMillis calls above this are slow
     */
    public Drawn ofRun(String run, List<String> pools, double slowMillis) {
        List<Flame> flames = new ArrayList<>();
        List<String> notDrawn = new ArrayList<>();
        for (Sketch sketch : sketches(run, pools, slowMillis)) {
            try {
                if (!sketch.ofSlowCalls() || hasSlowCalls(directory.resolve(run + ".jfr"))) {
                    draw(run, sketch);
                    flames.add(sketch.flame());
                }
            } catch (IOException | RuntimeException e) {
                notDrawn.add(sketch.flame().title() + ": " + e);
            }
        }
        return new Drawn(flames, notDrawn);
    }

    /** A graph to be drawn, and what the converter is told beside its event and title. */
    private record Sketch(Flame flame, boolean ofSlowCalls, List<String> filter) {}

    private static List<Sketch> sketches(String run, List<String> pools, double slowMillis) {
        List<Sketch> sketches = new ArrayList<>();
        for (String event : EVENTS) {
            sketches.add(new Sketch(
                    new Flame(words(event) + ", all threads", event, null, run + "-" + event + ".html"),
                    false,
                    List.of()));
        }
        for (String pool : pools) {
            for (String event : POOL_EVENTS) {
                sketches.add(new Sketch(
                        new Flame(
                                words(event) + ", pool " + pool, event, pool, run + "-" + event + "-" + pool + ".html"),
                        false,
                        List.of("--threads", "--include", "\\[?" + Pattern.quote(pool) + "-\\d+.*")));
            }
        }
        sketches.add(new Sketch(
                new Flame(
                        "wall clock, only calls above " + millis(slowMillis) + " ms on their pool's thread",
                        "wall",
                        null,
                        run + SLOW_CALLS),
                true,
                List.of("--latency", String.valueOf(SHORTEST_SPAN.toMillis()))));
        return sketches;
    }

    /** The converter fails on a recording without any span that it could keep. */
    private static boolean hasSlowCalls(Path jfr) throws IOException {
        try (RecordingFile recording = new RecordingFile(jfr)) {
            while (recording.hasMoreEvents()) {
                RecordedEvent event = recording.readEvent();
                if (event.getEventType().getName().equals("profiler.Span")
                        && event.getDuration().compareTo(SHORTEST_SPAN) >= 0) {
                    return true;
                }
            }
        }
        return false;
    }

    private static String millis(double value) {
        return String.valueOf((long) Math.ceil(value));
    }

    private void draw(String run, Sketch sketch) throws IOException {
        Flame flame = sketch.flame();
        List<String> arguments =
                new ArrayList<>(List.of("--" + flame.event(), "--title", ContentPolicy.escape(flame.title())));
        arguments.addAll(sketch.filter());
        Path page = directory.resolve(flame.file());
        JfrToFlame.convert(
                directory.resolve(run + ".jfr").toString(),
                page.toString(),
                new Arguments(arguments.toArray(String[]::new)));
        FlamePage.protect(page);
    }

    /**
     * A differential flame graph: as wide as the second recording, red where it has more than the first, blue where less.
     *
     * @param file takes the page
     */
    public static void difference(Path before, Path after, String event, String title, Path file) throws IOException {
        String[] arguments = {"--" + event, "--diff", "--title", ContentPolicy.escape(title)};
        FlameGraph graph = JfrToFlame.parse(after.toString(), new Arguments(arguments));
        graph.diff(JfrToFlame.parse(before.toString(), new Arguments(arguments)));
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
            graph.dump(out);
        }
        FlamePage.protect(file);
    }

    private static String words(String event) {
        return switch (event) {
            case "cpu" -> "CPU";
            case "wall" -> "wall clock";
            case "alloc" -> "allocations";
            default -> "lock contention";
        };
    }
}
