package dev.multipool.rpc.protocol;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** The byte streams that are kept for fuzzing: the golden frames, other frames, and streams that are broken. */
public final class Corpus {
    private static final List<String> FILES = List.of("/corpus/frames.hex", "/corpus/broken.hex");

    private Corpus() {}

    /** Every stream. */
    public static List<byte[]> load() {
        List<byte[]> streams =
                new ArrayList<>(List.of(Frames.GOLDEN_REQUEST, Frames.GOLDEN_CPP_REQUEST, Frames.GOLDEN_ERROR));
        FILES.forEach(file -> lines(file)
                .filter(line -> !line.isBlank() && !line.startsWith("#"))
                .forEach(line -> streams.add(Frames.hex(line.replace(" ", "")))));
        return streams;
    }

    private static Stream<String> lines(String file) {
        try (InputStream in = Objects.requireNonNull(Corpus.class.getResourceAsStream(file), file)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines();
        } catch (IOException e) {
            throw new AssertionError(file, e);
        }
    }
}
