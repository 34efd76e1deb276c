package dev.multipool.bench.result;

import dev.multipool.bench.result.LoadResult.CorrectedResponseTime;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * What the measured window recorded, interval by interval, together all of it: raw, disturbed slices included. Kept compressed, a few kilobytes each, so that
 * a run of a day fits into memory.
 *
 * <p><b>Threads</b>: written by one; read when it is complete.
 */
public final class LoadIntervals {
    private final List<Packed> intervals = new ArrayList<>();
    private Instant startedAt = Instant.EPOCH;
    private @Nullable CorrectedResponseTime correction;

    public LoadIntervals() {}

    public void add(
            double startSeconds,
            double seconds,
            long failed,
            Histogram responseNanos,
            @Nullable Histogram serviceNanos) {
        intervals.add(new Packed(
                startSeconds, seconds, failed, pack(responseNanos), serviceNanos == null ? null : pack(serviceNanos)));
    }

    /** What is known when the run is over only. */
    public void complete(Instant windowStartedAt, @Nullable CorrectedResponseTime correctionOfAll) {
        this.startedAt = windowStartedAt;
        this.correction = correctionOfAll;
    }

    /** When the measured window began. */
    public Instant startedAt() {
        return startedAt;
    }

    /** The intervals in their order, each unpacked when it is reached; none when the window never began. */
    public Stream<LoadInterval> stream() {
        return intervals.stream().map(this::unpack);
    }

    private LoadInterval unpack(Packed packed) {
        Histogram response = unpack(packed.response());
        byte[] service = packed.service();
        return new LoadInterval(
                packed.startSeconds(),
                packed.seconds(),
                packed.failed(),
                response,
                correction == null ? null : correction.correct(response),
                service == null ? null : unpack(service));
    }

    private static byte[] pack(Histogram histogram) {
        ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
        int length = histogram.encodeIntoCompressedByteBuffer(buffer);
        return Arrays.copyOf(buffer.array(), length);
    }

    private static Histogram unpack(byte[] packed) {
        try {
            return Histogram.decodeFromCompressedByteBuffer(ByteBuffer.wrap(packed), 0);
        } catch (DataFormatException e) {
            throw new IllegalStateException("a histogram that was just packed cannot be unpacked", e);
        }
    }

    /** One interval; the histograms as HdrHistogram compresses them. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Packed(
            double startSeconds, double seconds, long failed, byte[] response, byte @Nullable [] service) {}
}
