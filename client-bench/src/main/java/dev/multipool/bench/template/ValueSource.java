package dev.multipool.bench.template;

import dev.multipool.bench.call.KeySource;
import dev.multipool.bench.plan.KeyDistribution;
import dev.multipool.bench.plan.TemplateValues;
import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/** Draws what stands for one placeholder, as bytes or as text. Not safe for threads. */
public final class ValueSource {
    private static final String UNRESERVED = "-._~";

    private final KeySource keys;
    private final long first;
    private final List<String> plain;
    private final byte[][] texts;
    private final byte[][] escaped;
    private final byte[] digits = new byte[20];

    private long drawn;

    public ValueSource(Texts values, SplittableRandom random) {
        this.keys =
                new KeySource(values.source().distribution(), values.source().count(), random);
        this.first = values.first();
        this.plain = values.plain();
        this.texts = values.texts();
        this.escaped = values.escaped();
    }

    /** Draws the value that all other methods tell, until the next draw. */
    public void draw() {
        drawn = keys.next() - 1;
    }

    /**
     * How many bytes {@link #writeTo} writes.
     *
     * @param inPath whether it stands in a path of HTTP
     */
    public int length(boolean inPath) {
        return texts.length == 0 ? decimalLength(first + drawn) : text(inPath).length;
    }

    /** Writes it in UTF-8, as it stands in a path or elsewhere. */
    public void writeTo(ByteBuf out, boolean inPath) {
        if (texts.length > 0) {
            out.writeBytes(text(inPath));
            return;
        }
        int at = digits.length;
        long rest = first + drawn;
        boolean negative = rest < 0;
        do {
            digits[--at] = (byte) ('0' + Math.abs(rest % 10));
            rest /= 10;
        } while (rest != 0);
        if (negative) {
            digits[--at] = '-';
        }
        out.writeBytes(digits, at, digits.length - at);
    }

    /** It as text. */
    public String text() {
        return texts.length == 0 ? Long.toString(first + drawn) : plain.get((int) drawn);
    }

    private byte[] text(boolean inPath) {
        return (inPath ? escaped : texts)[(int) drawn];
    }

    private static int decimalLength(long number) {
        int length = number < 0 ? 2 : 1;
        for (long rest = number / 10; rest != 0; rest /= 10) {
            length++;
        }
        return length;
    }

    /**
     * The values of one placeholder, shared by all sources.
     *
     * @param source how they are drawn
     * @param first the smallest of whole numbers
     * @param plain as they are; empty for whole numbers
     * @param texts the same in UTF-8
     * @param escaped as they stand in a path
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    public record Texts(Draws source, long first, List<String> plain, byte[][] texts, byte[][] escaped) {
        /** Those of a plan. */
        public static Texts of(TemplateValues values) {
            if (values instanceof TemplateValues.Range range) {
                return new Texts(
                        new Draws(range.distribution(), range.max() - range.min() + 1),
                        range.min(),
                        List.of(),
                        new byte[0][],
                        new byte[0][]);
            }
            TemplateValues.Listed listed = (TemplateValues.Listed) values;
            List<String> all = listed.texts();
            return new Texts(
                    new Draws(listed.drawn(), all.size()),
                    0,
                    all,
                    all.stream()
                            .map(text -> text.getBytes(StandardCharsets.UTF_8))
                            .toArray(byte[][]::new),
                    all.stream().map(ValueSource::escape).toArray(byte[][]::new));
        }
    }

    /** How the number of a value is drawn. */
    public record Draws(KeyDistribution distribution, long count) {}

    /** As RFC 3986 has it for a part of a path: all but unreserved characters are written as %XX. */
    static byte[] escape(String text) {
        StringBuilder escaped = new StringBuilder();
        for (byte each : text.getBytes(StandardCharsets.UTF_8)) {
            char character = (char) (each & 0xff);
            boolean plain =
                    character < 128 && (Character.isLetterOrDigit(character) || UNRESERVED.indexOf(character) >= 0);
            escaped.append(plain ? String.valueOf(character) : String.format(Locale.ROOT, "%%%02X", each & 0xff));
        }
        return escaped.toString().getBytes(StandardCharsets.US_ASCII);
    }
}
