package dev.multipool.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.concurrent.TimeUnit;

/** Sends signals that Java has no method for. */
public final class Signals {
    private Signals() {}

    public static void send(String signal, long processId) throws IOException, InterruptedException {
        Process kill = new ProcessBuilder("kill", "-" + signal, Long.toString(processId)).start();
        assertThat(kill.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(kill.exitValue()).isZero();
    }

    public static boolean isAlive(long processId) {
        return ProcessHandle.of(processId).filter(ProcessHandle::isAlive).isPresent();
    }
}
