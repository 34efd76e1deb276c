package dev.multipool.pools;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import org.HdrHistogram.Histogram;

/** A snapshot as bytes, for a reader in another JVM. Both ends are of one version of multipool. */
final class LedgerBytes {

    private static final int VERSION = 1;
    private static final int MOST_BYTES = 4 << 20;

    private LedgerBytes() {}

    static byte[] write(LedgerSnapshot snapshot) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeByte(VERSION);
            PoolState state = snapshot.state();
            out.writeUTF(state.name());
            out.writeInt(state.threads());
            out.writeInt(state.maxThreads());
            out.writeInt(state.queueCapacity());
            out.writeInt(state.active());
            out.writeInt(state.queueDepth());
            TaskCounts counts = snapshot.counts();
            Rejections rejections = counts.rejections();
            WorkerTimes times = snapshot.times();
            TaskTimes tasks = snapshot.tasks();
            writeAll(
                    out,
                    snapshot.startNanos(),
                    snapshot.endNanos(),
                    counts.arrivals(),
                    counts.completions(),
                    counts.failures(),
                    counts.cancelled(),
                    counts.dropped(),
                    rejections.poolFull(),
                    rejections.queueFull(),
                    rejections.queueExpired(),
                    rejections.shutDown(),
                    times.workerNanos(),
                    times.busyNanos(),
                    times.cpuNanos(),
                    times.joinWaitNanos(),
                    times.ioWaitNanos(),
                    times.lockWaitNanos(),
                    tasks.inSystemNanos(),
                    tasks.concurrencyNanos());
            write(out, tasks.queueTimeNanos());
            write(out, tasks.serviceTimeNanos());
            write(out, tasks.queueDepth());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    private static void writeAll(DataOutputStream out, long... values) throws IOException {
        for (long value : values) {
            out.writeLong(value);
        }
    }

    private static void write(DataOutputStream out, Distribution distribution) throws IOException {
        Histogram histogram = distribution.toHistogram();
        ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
        int length = histogram.encodeIntoByteBuffer(buffer);
        out.writeLong(distribution.sum());
        out.writeInt(length);
        out.write(buffer.array(), 0, length);
    }

    static LedgerSnapshot read(byte[] bytes) {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            int version = in.readUnsignedByte();
            if (version != VERSION) {
                throw new IllegalArgumentException("ledger's version: " + version + " (expected: " + VERSION + ")");
            }
            PoolState state =
                    new PoolState(in.readUTF(), in.readInt(), in.readInt(), in.readInt(), in.readInt(), in.readInt());
            long start = in.readLong();
            long end = in.readLong();
            TaskCounts counts = new TaskCounts(
                    in.readLong(),
                    in.readLong(),
                    in.readLong(),
                    in.readLong(),
                    in.readLong(),
                    new Rejections(in.readLong(), in.readLong(), in.readLong(), in.readLong()));
            WorkerTimes times = new WorkerTimes(
                    in.readLong(), in.readLong(), in.readLong(), in.readLong(), in.readLong(), in.readLong());
            long inSystem = in.readLong();
            long concurrency = in.readLong();
            return new LedgerSnapshot(
                    state,
                    start,
                    end,
                    counts,
                    times,
                    new TaskTimes(distribution(in), distribution(in), distribution(in), inSystem, concurrency));
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    "ledger of " + bytes.length + " bytes (expected: one that was written)", e);
        }
    }

    private static Distribution distribution(DataInputStream in) throws IOException {
        long sum = in.readLong();
        int length = in.readInt();
        if (length < 0 || length > MOST_BYTES) {
            throw new IOException("a distribution of " + length + " bytes");
        }
        byte[] bytes = in.readNBytes(length);
        try {
            return Distribution.of(Histogram.decodeFromByteBuffer(ByteBuffer.wrap(bytes), 0), sum);
        } catch (RuntimeException e) {
            throw new IOException(e);
        }
    }
}
