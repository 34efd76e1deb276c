package dev.multipool.rpc.server.app.items;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.item.v1.Item;
import dev.multipool.item.v1.ItemPart;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ItemMathTest {
    private static final List<Long> CONVERTED = List.of(1L, 2L, 3L, 4L);

    @Test
    void merge_keepsThePartsThatThereAre_inTheirOrder() {
        Item item = ItemMath.merge(7, CONVERTED, List.of(part(0, 5), Optional.empty(), part(2, 6)));

        assertThat(item.getId()).isEqualTo(7);
        assertThat(item.getFound()).isTrue();
        assertThat(item.getPartsList()).extracting(ItemPart::getPart).containsExactly(0, 2);
    }

    @Test
    void merge_withoutAPart_isNotFound() {
        Item item = ItemMath.merge(7, CONVERTED, List.of(Optional.empty()));

        assertThat(item.getFound()).isFalse();
        assertThat(item.getPartsList()).isEmpty();
    }

    @Test
    void digest_dependsOnIdParametersAndParts_andOnNothingElse() {
        long digest = ItemMath.merge(7, CONVERTED, List.of(part(0, 5))).getDigest();

        assertThat(ItemMath.merge(7, CONVERTED, List.of(part(0, 5))).getDigest())
                .isEqualTo(digest);
        assertThat(ItemMath.merge(8, CONVERTED, List.of(part(0, 5))).getDigest())
                .isNotEqualTo(digest);
        assertThat(ItemMath.merge(7, List.of(1L, 2L, 4L, 3L), List.of(part(0, 5)))
                        .getDigest())
                .isNotEqualTo(digest);
        assertThat(ItemMath.merge(7, CONVERTED, List.of(part(0, 6))).getDigest())
                .isNotEqualTo(digest);
    }

    @Test
    void convert_givesFourDifferentParametersPerItem() {
        assertThat(List.of(
                        ItemMath.convert(7, 0), ItemMath.convert(7, 1), ItemMath.convert(7, 2), ItemMath.convert(7, 3)))
                .doesNotHaveDuplicates();
        assertThat(ItemMath.convert(7, 0)).isEqualTo(ItemMath.convert(7, 0)).isNotEqualTo(ItemMath.convert(8, 0));
    }

    private static Optional<ItemPart> part(int number, long amount) {
        return Optional.of(ItemPart.newBuilder()
                .setItemId(7)
                .setPart(number)
                .setTitle("a lamp")
                .setAmount(amount)
                .build());
    }
}
