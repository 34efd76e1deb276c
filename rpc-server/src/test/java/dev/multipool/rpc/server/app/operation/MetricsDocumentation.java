package dev.multipool.rpc.server.app.operation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The names in docs/reference/metrics.md: the first column of its tables. */
final class MetricsDocumentation {
    private static final Pattern NAME = Pattern.compile("^\\| `([a-z_]+)`", Pattern.MULTILINE);

    private MetricsDocumentation() {}

    static Set<String> names() throws IOException {
        Set<String> names = new TreeSet<>();
        Matcher matcher = NAME.matcher(Files.readString(Path.of("../docs/reference/metrics.md")));
        while (matcher.find()) {
            names.add(matcher.group(1));
        }
        return names;
    }
}
