package dev.multipool.bench.plan;

import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * Calls of our own service by baidu_std. Each call draws its kind by weight, then its ids.
 *
 * @param weights share of each kind: its weight / the sum of all; a kind that is absent is never called
 * @param items ids in each queryItems call
 * @param maxUserId user ids are drawn from 1 to this
 * @param maxItemId item ids are drawn from 1 to this
 * @param keys how ids are drawn
 */
public record CallMix(Map<CallKind, Integer> weights, int items, long maxUserId, long maxItemId, KeyDistribution keys)
        implements Calls {
    /** Items of a mix that names no number. */
    public static final int DEFAULT_ITEMS = 10;

    private static final Set<String> REJECTIONS = Set.of("ELIMIT", "EOVERCROWDED", "ELOGOFF");
    private static final int MAX_ITEMS = 10_000;
    private static final int MAX_WEIGHT = 1_000_000;

    public CallMix {
        EnumMap<CallKind, Integer> copy = new EnumMap<>(CallKind.class);
        weights.forEach((kind, weight) -> {
            if (weight < 0 || weight > MAX_WEIGHT) {
                throw new IllegalArgumentException(
                        "weights: " + kind + "=" + weight + " (expected: 0 to " + MAX_WEIGHT + ")");
            }
            if (weight > 0) {
                copy.put(kind, weight);
            }
        });
        if (copy.isEmpty()) {
            throw new IllegalArgumentException("weights: " + weights + " (expected: at least one above 0)");
        }
        weights = Collections.unmodifiableMap(copy);
        if (items < 1 || items > MAX_ITEMS) {
            throw new IllegalArgumentException("items: " + items + " (expected: 1 to " + MAX_ITEMS + ")");
        }
        if (maxUserId < 1) {
            throw new IllegalArgumentException("maxUserId: " + maxUserId + " (expected: >= 1)");
        }
        if (maxItemId < 1) {
            throw new IllegalArgumentException("maxItemId: " + maxItemId + " (expected: >= 1)");
        }
    }

    @Override
    public boolean rejectedBy(String error) {
        return REJECTIONS.contains(error);
    }

    @Override
    public Map<String, Integer> shares() {
        Map<String, Integer> shares = new LinkedHashMap<>();
        weights.forEach((kind, weight) -> shares.put(kind.toString(), weight));
        return shares;
    }

    /** findUserInfo calls alone, about users drawn uniformly. */
    public static CallMix findUserInfo(long maxUserId) {
        return new CallMix(
                Map.of(CallKind.FIND_USER_INFO, 1), DEFAULT_ITEMS, maxUserId, maxUserId, KeyDistribution.UNIFORM);
    }
}
