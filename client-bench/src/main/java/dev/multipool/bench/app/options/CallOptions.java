package dev.multipool.bench.app.options;

import dev.multipool.bench.plan.CallKind;
import dev.multipool.bench.plan.CallMix;
import dev.multipool.bench.plan.KeyDistribution;
import java.util.EnumMap;
import java.util.Map;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** What calls ask, as options. */
final class CallOptions {
    @Option(
            names = "--mix",
            defaultValue = "find-user-info=1",
            paramLabel = "CALL=WEIGHT",
            split = ",",
            converter = {KindConverter.class, WeightConverter.class},
            description = "what is called, by weight: find-user-info, query-items, mock-delay")
    private Map<CallKind, Integer> mix = new EnumMap<>(CallKind.class);

    @Option(
            names = "--items",
            defaultValue = "" + CallMix.DEFAULT_ITEMS,
            paramLabel = "N",
            description = "ids in each query-items call")
    private int items;

    @Option(
            names = "--max-user-id",
            defaultValue = "10000",
            paramLabel = "N",
            description = "user ids are drawn from 1 to N; seed the server with as many users")
    private long maxUserId;

    @Option(
            names = "--max-item-id",
            defaultValue = "10000",
            paramLabel = "N",
            description = "item ids are drawn from 1 to N")
    private long maxItemId;

    @Option(
            names = "--keys",
            defaultValue = "uniform",
            paramLabel = "HOW",
            converter = KeysConverter.class,
            description = "how ids are drawn: uniform, or zipf:EXPONENT with low ids the hot ones")
    private KeyDistribution keys = KeyDistribution.UNIFORM;

    /**
     * The mix asked for.
     *
     * @throws IllegalArgumentException when an option is out of bounds
     */
    CallMix mix() {
        return new CallMix(mix, items, maxUserId, maxItemId, keys);
    }

    static final class KindConverter implements ITypeConverter<CallKind> {
        @Override
        public CallKind convert(String text) {
            try {
                return CallKind.parse(text);
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException(e.getMessage());
            }
        }
    }

    static final class WeightConverter implements ITypeConverter<Integer> {
        @Override
        public Integer convert(String text) {
            try {
                return Integer.valueOf(text);
            } catch (NumberFormatException e) {
                throw new TypeConversionException("'" + text + "' (expected: a whole number as weight, such as 70)");
            }
        }
    }

    static final class KeysConverter implements ITypeConverter<KeyDistribution> {
        @Override
        public KeyDistribution convert(String text) {
            try {
                return KeyDistribution.parse(text);
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException(e.getMessage());
            }
        }
    }
}
