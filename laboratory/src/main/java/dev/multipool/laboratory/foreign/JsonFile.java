package dev.multipool.laboratory.foreign;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A file that a program wrote as JSON. */
final class JsonFile {
    private static final ObjectMapper JSON = new ObjectMapper();

    private JsonFile() {}

    /**
     * Reads it whole.
     *
     * @param option what makes the program write it
     * @throws OutputException when there is none, or it is no JSON
     */
    static JsonNode read(Path file, String option) throws OutputException {
        requireWritten(file, option);
        try {
            JsonNode root = JSON.readTree(file.toFile());
            if (root.isObject()) {
                return root;
            }
            throw new OutputException("it wrote no object of JSON", option);
        } catch (IOException e) {
            throw unreadable(e, option);
        }
    }

    static void requireWritten(Path file, String option) throws OutputException {
        if (!Files.isRegularFile(file)) {
            throw new OutputException("it wrote no file {out}", option);
        }
    }

    static OutputException unreadable(IOException e, String option) {
        String first = String.valueOf(e.getMessage()).lines().findFirst().orElse("nothing");
        return new OutputException("its file {out} can't be read: " + first, option);
    }
}
