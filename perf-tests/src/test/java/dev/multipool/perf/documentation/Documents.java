package dev.multipool.perf.documentation;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The repository's Markdown and the commands in it: of code blocks without a language, and between backticks. */
final class Documents {
    static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    private static final Set<String> SHELLS = Set.of("", "sh", "bash", "console");
    /** What builds, Git and npm put there. */
    private static final Set<String> FOREIGN = Set.of("target", ".git", "node_modules");

    private static final String PROMPT = "$ ";
    private static final Pattern FENCED = Pattern.compile("(?ms)^```(\\w*)\\n(.*?)^```$");
    private static final Pattern INDENTED = Pattern.compile("(?m)(?<=\\n\\n)((?: {4}.*\\n)+)");
    private static final Pattern INLINE = Pattern.compile("`((?:mvn|java) [^`]+)`");

    private Documents() {}

    /** Every document, by its path from the root. */
    static List<Path> all() {
        return files(".*\\.md");
    }

    /** Every file with such a name, by its path from the root; not those that a build wrote. */
    static List<Path> files(String name) {
        Pattern pattern = Pattern.compile(name);
        List<Path> found = new ArrayList<>();
        try {
            Files.walkFileTree(ROOT, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
                    String folder = directory.getFileName().toString();
                    return FOREIGN.contains(folder) ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                    if (pattern.matcher(file.getFileName().toString()).matches()) {
                        found.add(ROOT.relativize(file));
                    }
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return found;
    }

    static String read(Path document) {
        try {
            return Files.readString(ROOT.resolve(document));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The code blocks that could be a shell's, each as its lines, those that end in a backslash joined. */
    static List<List<String>> blocks(String markdown) {
        Stream<String> fenced = FENCED.matcher(markdown)
                .results()
                .filter(block -> SHELLS.contains(block.group(1)))
                .map(block -> block.group(2));
        Stream<String> indented = INDENTED.matcher(FENCED.matcher(markdown).replaceAll(""))
                .results()
                .map(block -> block.group(1));
        return Stream.concat(fenced, indented)
                .map(block -> block.replaceAll("\\\\\\n\\s*", " ")
                        .lines()
                        .map(String::strip)
                        .filter(line -> !line.isEmpty())
                        .toList())
                .filter(block -> !block.isEmpty())
                .toList();
    }

    /** The blocks in YAML, each as it stands there. */
    static List<String> yaml(String markdown) {
        return FENCED.matcher(markdown)
                .results()
                .filter(block -> block.group(1).equals("yaml"))
                .map(block -> block.group(2))
                .toList();
    }

    /** The commands of a block: what follows a prompt, else all lines; none when it is known to be something else. */
    static List<ShownCommand> commands(Path document, List<String> block) {
        boolean prompted = block.stream().anyMatch(line -> line.startsWith(PROMPT));
        return block.stream()
                .filter(line -> !prompted || line.startsWith(PROMPT))
                .map(line -> prompted ? line.substring(PROMPT.length()) : line)
                .map(line -> new ShownCommand(document, line, ShellWords.of(line)))
                .filter(command -> !command.words().isEmpty())
                .toList();
    }

    /** The {@code mvn …} and {@code java …} between backticks of the text. */
    static List<ShownCommand> inline(Path document, String markdown) {
        return INLINE.matcher(FENCED.matcher(markdown).replaceAll(""))
                .results()
                .map(match -> match.group(1).replaceAll("\\s+", " "))
                .map(line -> new ShownCommand(document, line, ShellWords.of(line)))
                .toList();
    }
}
