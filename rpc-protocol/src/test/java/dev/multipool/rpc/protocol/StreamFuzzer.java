package dev.multipool.rpc.protocol;

import com.google.protobuf.ByteString;
import dev.multipool.rpc.protocol.meta.RpcMeta;
import dev.multipool.rpc.protocol.meta.RpcRequestMeta;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Makes byte streams that are almost baidu_std. Each is one to four parts, of the corpus or made up field by field with
 * sizes that are right, put together; then, mostly, a few bytes are changed.
 *
 * <p><b>Threads</b>: any; an input depends on its seed and on nothing else.
 */
public final class StreamFuzzer {
    private static final int MAX_PARTS = 4;
    private static final int MAX_CHANGES = 4;
    private static final int SIZE_OFFSET = 4;
    private static final int[] SIZES = {0, 1, 11, 12, 13, 127, 128, 65_536, 65_537, 1 << 20, Integer.MAX_VALUE, -1, -12
    };
    private static final String[] SERVICES = {"multipool.user.v1.UserService", "UserService", "", "no.Such", "\u0000"};
    private static final String[] METHODS = {"findUserInfo", "findUserInfo", "find", "", "\uD83D\uDE00"};

    private final List<byte[]> corpus;
    private final int hugeBytes;

    /**
     * A fuzzer.
     *
     * @param corpus the streams to begin with
     * @param hugeBytes size of a huge field
     */
    public StreamFuzzer(List<byte[]> corpus, int hugeBytes) {
        this.corpus = List.copyOf(corpus);
        this.hugeBytes = hugeBytes;
    }

    /** The input of this seed. */
    public byte[] input(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        ByteArrayOutputStream stream = new ByteArrayOutputStream();
        int parts = 1 + random.nextInt(MAX_PARTS);
        for (int i = 0; i < parts; i++) {
            stream.writeBytes(random.nextBoolean() ? kept(random) : madeUp(random));
        }
        byte[] bytes = stream.toByteArray();
        // one in five stays as it is: a decoder that refuses everything would pass all the others
        int changes = random.nextInt(5) == 0 ? 0 : 1 + random.nextInt(MAX_CHANGES);
        for (int i = 0; i < changes; i++) {
            bytes = changed(bytes, random);
        }
        return bytes;
    }

    private byte[] kept(SplittableRandom random) {
        return corpus.get(random.nextInt(corpus.size()));
    }

    private byte[] madeUp(SplittableRandom random) {
        byte[] payload = bytes(random, 40);
        byte[] attachment = random.nextInt(4) == 0 ? bytes(random, 40) : new byte[0];
        RpcMeta.Builder meta = RpcMeta.newBuilder()
                .setCorrelationId(random.nextLong())
                .setAttachmentSize(random.nextInt(8) == 0 ? random.nextInt() : attachment.length);
        if (random.nextInt(8) != 0) {
            meta.setRequest(request(random));
        }
        if (random.nextInt(3) == 0) {
            meta.setCompressType(random.nextInt(7) - 1);
        }
        if (random.nextInt(4) == 0) {
            meta.setChecksumType(random.nextInt(3)).setChecksumValue(ByteString.copyFrom(bytes(random, 5)));
            meta.setChecksumWithAttachment(random.nextBoolean());
        }
        seldom(meta, random);
        byte[] metaBytes = meta.buildPartial().toByteArray();
        ByteArrayOutputStream rest = new ByteArrayOutputStream();
        rest.writeBytes(metaBytes);
        rest.writeBytes(payload);
        rest.writeBytes(attachment);
        return Frames.raw(rest.size(), metaBytes.length, rest.toByteArray());
    }

    private RpcRequestMeta request(SplittableRandom random) {
        RpcRequestMeta.Builder request = RpcRequestMeta.newBuilder();
        if (random.nextInt(16) != 0) {
            request.setServiceName(SERVICES[random.nextInt(SERVICES.length)]);
        }
        if (random.nextInt(16) != 0) {
            request.setMethodName(METHODS[random.nextInt(METHODS.length)]);
        }
        if (random.nextInt(3) == 0) {
            request.setTimeoutMs(random.nextBoolean() ? random.nextInt() : random.nextInt(3));
        }
        if (random.nextInt(32) == 0) {
            request.setServiceName("s".repeat(hugeBytes));
        }
        return request.buildPartial();
    }

    private void seldom(RpcMeta.Builder meta, SplittableRandom random) {
        switch (random.nextInt(24)) {
            case 0 -> meta.setContentType(random.nextInt());
            case 1 -> meta.setStreamSettings(ByteString.copyFrom(bytes(random, 10)));
            case 2 -> meta.setAuthenticationData(ByteString.copyFrom(new byte[hugeBytes]));
            case 3 -> {
                for (int i = 0; i < 100; i++) {
                    meta.putUserFields("k" + i, "v");
                }
            }
            default -> {
                // most frames have none of these
            }
        }
    }

    private byte[] changed(byte[] bytes, SplittableRandom random) {
        if (bytes.length == 0) {
            return bytes(random, 16);
        }
        int at = random.nextInt(bytes.length);
        byte[] changed = bytes.clone();
        switch (random.nextInt(9)) {
            case 0 -> changed[at] ^= (byte) (1 << random.nextInt(8));
            case 1 -> changed[at] = (byte) random.nextInt();
            case 2 -> changed[at] = (byte) 0xff;
            case 3 -> changed = joined(bytes, 0, at, new byte[0], bytes.length);
            case 4 -> changed = joined(bytes, 0, at, bytes(random, 16), at);
            case 5 -> changed = joined(bytes, 0, at, new byte[0], Math.min(bytes.length, at + 1 + random.nextInt(16)));
            case 6 -> changed = joined(bytes, 0, at, kept(random), at);
            case 7 -> changed = joined(bytes, 0, bytes.length, bytes, random.nextInt(bytes.length));
            default -> wrongSize(changed, random);
        }
        return changed;
    }

    /** Gives one of the stream's frames a size that is wrong, in its header. */
    private static void wrongSize(byte[] stream, SplittableRandom random) {
        List<Integer> frames = new ArrayList<>();
        for (int i = 0; i + FrameLayout.HEADER_BYTES <= stream.length; i++) {
            if (stream[i] == 'P' && stream[i + 1] == 'R' && stream[i + 2] == 'P' && stream[i + 3] == 'C') {
                frames.add(i);
            }
        }
        if (!frames.isEmpty()) {
            int at = frames.get(random.nextInt(frames.size())) + SIZE_OFFSET * (1 + random.nextInt(2));
            ByteBuffer sizes = ByteBuffer.wrap(stream);
            int near = sizes.getInt(at) + random.nextInt(3) - 1;
            sizes.putInt(at, random.nextBoolean() ? near : SIZES[random.nextInt(SIZES.length)]);
        }
    }

    private static byte[] joined(byte[] bytes, int from, int to, byte[] middle, int restFrom) {
        ByteArrayOutputStream joined = new ByteArrayOutputStream();
        joined.write(bytes, from, to - from);
        joined.writeBytes(middle);
        joined.write(bytes, restFrom, bytes.length - restFrom);
        return joined.toByteArray();
    }

    private static byte[] bytes(SplittableRandom random, int bound) {
        byte[] bytes = new byte[random.nextInt(bound)];
        random.nextBytes(bytes);
        return bytes;
    }
}
