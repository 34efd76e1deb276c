package dev.multipool.laboratory.description;

import dev.multipool.laboratory.result.LoadEngine.Program;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Reads a load that another program makes. */
final class CommandSection {
    static final String COMMAND = "command";
    private static final String LOOPBACK = "127.0.0.1";
    private static final String PARSER = "parser";
    private static final Set<String> KEYS = Set.of(COMMAND, PARSER, "callers");

    private static final List<String> PARSERS =
            Arrays.stream(Program.values()).map(Program::toString).toList();

    private CommandSection() {}

    static LoadCommand read(YamlMap load, Path folder) {
        for (String key : load.keys()) {
            if (!KEYS.contains(key) && Section.LOAD.keys().contains(key)) {
                throw load.failure(key, "beside command", "it in the command or its files");
            }
        }
        if (!load.has(PARSER)) {
            throw load.failure("no parser", "the key parser: " + String.join(", ", PARSERS));
        }
        Program program = load.parsed(PARSER, CommandSection::program);
        List<String> words = load.isList(COMMAND) ? load.texts(COMMAND) : load.parsed(COMMAND, CommandLine::split);
        return load.guarded(COMMAND, () -> new LoadCommand(words, program, folder));
    }

    private static Program program(String name) {
        if (!PARSERS.contains(name)) {
            throw new IllegalArgumentException("'" + name + "' (expected: " + NearestWord.of(name, PARSERS) + "?)");
        }
        return Program.valueOf(name.toUpperCase(Locale.ROOT));
    }

    /** The service's port: the one that is chosen, or that of what tells that it is ready. */
    static Load.Target target(YamlMap load, LoadCommand command, Ready ready) {
        Collection<String> words = command.words();
        if (words.stream().anyMatch(word -> Placeholders.namesIn(word).contains(Placeholders.PORT))) {
            return new Load.Target(LOOPBACK, "{" + Placeholders.PORT + "}");
        }
        if (ready instanceof Ready.Http http) {
            return new Load.Target(LOOPBACK, Urls.request(http.url()).port());
        }
        if (ready instanceof Ready.Tcp tcp) {
            return new Load.Target(
                    LOOPBACK, tcp.address().substring(tcp.address().lastIndexOf(':') + 1));
        }
        throw load.failure(
                COMMAND, "no {port}", "{port} where it has the service's port, or ready with a URL or tcp that has it");
    }
}
