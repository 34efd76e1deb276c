package dev.multipool.laboratory.machine.cores;

import dev.multipool.bench.stall.Stall;
import dev.multipool.bench.stall.Stall.Cause;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Tells of times in which the hypervisor kept a core for itself, by the steal column of {@code /proc/stat}: a tick is 10 ms.
 *
 * <p>It makes no garbage, since a collection in the helper process looks like a stall.
 *
 * <p><b>Threads:</b> one.
 */
final class StealMeter implements AutoCloseable {
    /** Ticks between two readings from which on the time between them is a stall: one alone may be many small ones. */
    private static final long STALL_TICKS = 2;

    /** All lines of cores stand at the beginning; this is enough for about a thousand. */
    private static final int BYTES = 1 << 16;

    /** PointPosition of steal behind the core's name. */
    private static final int STEAL = 8;

    private static final byte[] NAME = {'c', 'p', 'u'};

    private final FileChannel stat;
    private final LongSupplier nanoClock;
    private final int[] cpus;
    private final long[] stolenTicks;
    private final ByteBuffer bytes = ByteBuffer.allocateDirect(BYTES);
    private long beforeNanos;

    private StealMeter(FileChannel stat, LongSupplier nanoClock, List<Integer> cpus) {
        this.stat = stat;
        this.nanoClock = nanoClock;
        this.cpus = cpus.stream().mapToInt(Integer::intValue).toArray();
        this.stolenTicks = new long[this.cpus.length];
    }

    /**
     * Reads for the first time.
     *
     * @param proc where the proc file system is
     * @throws IOException where there is none
     */
    static StealMeter open(Path proc, LongSupplier nanoClock, List<Integer> cpus) throws IOException {
        StealMeter meter = new StealMeter(FileChannel.open(proc.resolve("stat")), nanoClock, cpus);
        meter.readNew(stall -> {});
        return meter;
    }

    /** Reads again and tells of each core that was stolen since the last time. */
    void readNew(Consumer<Stall> stalls) throws IOException {
        bytes.clear();
        stat.read(bytes, 0);
        bytes.flip();
        long now = nanoClock.getAsLong();
        while (skipName()) {
            int place = Arrays.binarySearch(cpus, (int) number());
            long ticks = 0;
            for (int field = 1; field <= STEAL; field++) {
                ticks = number();
            }
            if (place >= 0) {
                if (ticks - stolenTicks[place] >= STALL_TICKS) {
                    stalls.accept(new Stall(beforeNanos, now, Cause.STOLEN, cpus[place]));
                }
                stolenTicks[place] = ticks;
            }
            skipLine();
        }
        beforeNanos = now;
    }

    /** Goes behind the name of the next core; the line of all cores together is passed over. False when there is no more. */
    private boolean skipName() {
        while (startsWithName()) {
            bytes.position(bytes.position() + NAME.length);
            if (isDigit()) {
                return true;
            }
            skipLine();
        }
        return false;
    }

    private boolean startsWithName() {
        if (bytes.remaining() <= NAME.length) {
            return false;
        }
        for (int i = 0; i < NAME.length; i++) {
            if (bytes.get(bytes.position() + i) != NAME[i]) {
                return false;
            }
        }
        return true;
    }

    private boolean isDigit() {
        return bytes.hasRemaining() && bytes.get(bytes.position()) >= '0' && bytes.get(bytes.position()) <= '9';
    }

    /** The next number of the line; 0 when the line has no more. */
    private long number() {
        while (bytes.hasRemaining() && bytes.get(bytes.position()) == ' ') {
            bytes.get();
        }
        long value = 0;
        while (isDigit()) {
            value = value * 10 + (bytes.get() - '0');
        }
        return value;
    }

    private void skipLine() {
        while (bytes.hasRemaining() && bytes.get() != '\n') {
            // goes on to the next line
        }
    }

    @Override
    public void close() throws IOException {
        stat.close();
    }
}
