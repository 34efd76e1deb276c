package dev.multipool.rpc.server.app.settings;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A secret that comes from the environment or from a file. It does not come from the command line, which every user of
 * the machine can read, nor from a file that is no secret.
 *
 * @param setting gives it
 * @param fileSetting gives the file whose first line it is
 * @param word says what it is: {@code password}
 */
record Secret(Setting<Optional<String>> setting, Setting<Optional<Path>> fileSetting, String word) {
    /**
     * Reads the secret; empty when there is none.
     *
     * @throws SettingsException when it is given elsewhere, or its file has none
     */
    Optional<String> read(RawSettings raw) {
        Optional<String> given = raw.get(setting);
        if (given.isEmpty()) {
            return raw.get(fileSetting).map(this::firstLine);
        }
        if (!raw.isFromEnvironment(setting)) {
            throw new SettingsException(setting.key() + ": from " + raw.originOf(setting) + " (expected: from "
                    + setting.environmentName() + ", or a file named by " + fileSetting.key() + ")");
        }
        return given;
    }

    private String firstLine(Path file) {
        String line;
        try {
            line = Files.readString(file).lines().findFirst().map(String::strip).orElse("");
        } catch (IOException e) {
            throw new SettingsException(fileSetting.key() + ": \"" + file + "\" can't be read: "
                    + e.getClass().getSimpleName() + " (expected: a readable file with the " + word + ")");
        }
        if (line.isEmpty()) {
            throw new SettingsException(
                    fileSetting.key() + ": \"" + file + "\" has an empty first line (expected: the " + word + ")");
        }
        return line;
    }
}
