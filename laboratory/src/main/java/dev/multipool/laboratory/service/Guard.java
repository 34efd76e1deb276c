package dev.multipool.laboratory.service;

import java.io.IOException;

/**
 * A process that kills all marked processes as soon as its standard input ends: when it is closed, and when the laboratory
 * was killed and could say nothing.
 */
final class Guard implements AutoCloseable {
    private static final String SCRIPT = """
            trap '' INT HUP TERM
            cat >/dev/null
            for round in 1 2 3 4 5; do
              for process in /proc/[0-9]*; do
                if grep -q "$0" "$process/environ" 2>/dev/null || grep -q "$1" "$process/limits" 2>/dev/null; then kill -9 "${process#/proc/}" 2>/dev/null; fi
              done
            done
            """;

    private final Process process;

    private Guard(Process process) {
        this.process = process;
    }

    static Guard start(ProcessMark mark) throws IOException {
        ProcessBuilder builder = new ProcessBuilder("sh", "-c", SCRIPT, mark.entry(), mark.limitLine());
        builder.redirectOutput(ProcessBuilder.Redirect.DISCARD).redirectError(ProcessBuilder.Redirect.DISCARD);
        return new Guard(builder.start());
    }

    @Override
    public void close() {
        try {
            process.getOutputStream().close();
        } catch (IOException e) {
            // it is gone already
        }
    }
}
