package dev.multipool.redis.source;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which JVM a container belongs to, written into its label as {@code host:pid:start time}.
 *
 * @param host the machine; engines can be shared, and process ids mean nothing elsewhere
 * @param processId the JVM's process
 * @param startMillis when that process started: process ids are used again
 */
record ContainerOwner(String host, long processId, long startMillis) {
    static final String LABEL = "dev.multipool.owner";

    private static final Pattern SYNTAX = Pattern.compile("([^:]+):(\\d{1,18}):(\\d{1,18})");
    private static final Path LINUX_HOST_NAME = Path.of("/proc/sys/kernel/hostname");
    /** Start times are reckoned from the boot time, which moves when the clock is set. */
    private static final Duration START_TOLERANCE = Duration.ofMinutes(1);

    static ContainerOwner self() throws IOException {
        ProcessHandle self = ProcessHandle.current();
        return new ContainerOwner(hostName(), self.pid(), startMillis(self));
    }

    static Optional<ContainerOwner> parse(String label) {
        Matcher matcher = SYNTAX.matcher(label);
        return matcher.matches()
                ? Optional.of(new ContainerOwner(
                        matcher.group(1), Long.parseLong(matcher.group(2)), Long.parseLong(matcher.group(3))))
                : Optional.empty();
    }

    /** True only when this owner surely lived on this machine and is gone. */
    boolean isDead() {
        try {
            return host.equals(hostName())
                    && ProcessHandle.of(processId).filter(this::isOwner).isEmpty();
        } catch (IOException e) {
            return false;
        }
    }

    private boolean isOwner(ProcessHandle process) {
        return process.isAlive() && Math.abs(startMillis(process) - startMillis) < START_TOLERANCE.toMillis();
    }

    private static long startMillis(ProcessHandle process) {
        return process.info().startInstant().orElse(Instant.EPOCH).toEpochMilli();
    }

    private static String hostName() throws IOException {
        return Files.isReadable(LINUX_HOST_NAME)
                ? Files.readString(LINUX_HOST_NAME).strip()
                : InetAddress.getLocalHost().getHostName();
    }

    @Override
    public String toString() {
        return host + ":" + processId + ":" + startMillis;
    }
}
