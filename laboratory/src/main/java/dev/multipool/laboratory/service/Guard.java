package dev.multipool.laboratory.service;

import java.io.IOException;

/**
 * A process that kills all marked processes as soon as its standard input ends: when it is closed, and when the laboratory
 * was killed and could say nothing.
 */
final class Guard implements AutoCloseable {
    /** Two programs a round, however many processes there are: the next service may begin to warm up meanwhile. */
    private static final String SCRIPT = """
            trap '' INT HUP TERM
            cat >/dev/null
            for round in 1 2 3 4 5; do
              for file in $(grep -ls "$0" /proc/[0-9]*/environ; grep -ls "$1" /proc/[0-9]*/limits); do
                process=${file#/proc/}
                kill -9 "${process%/*}" 2>/dev/null
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
