package dev.multipool.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.item.v1.ItemPart;
import org.junit.jupiter.api.Test;

class SampleItemsTest {
    @Test
    void part_isAFunctionOfSeedItemAndNumber() {
        ItemPart part = SampleItems.part(1, 42, 3);

        assertThat(part).isEqualTo(SampleItems.part(1, 42, 3));
        assertThat(part.getItemId()).isEqualTo(42);
        assertThat(part.getPart()).isEqualTo(3);
        assertThat(part.getTitle()).matches("[a-z]+ [a-z]+ 42");
        assertThat(part.getAmount()).isBetween(0L, 999_999L);
        assertThat(SampleItems.part(2, 42, 3)).isNotEqualTo(part);
        assertThat(SampleItems.part(1, 42, 2).getAmount()).isNotEqualTo(part.getAmount());
        assertThat(SampleItems.part(1, 43, 3).getAmount()).isNotEqualTo(part.getAmount());
    }
}
