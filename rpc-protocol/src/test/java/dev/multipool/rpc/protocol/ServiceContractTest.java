package dev.multipool.rpc.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.item.ItemServiceMethods;
import dev.multipool.item.v1.Item;
import dev.multipool.item.v1.QueryItemsRequest;
import dev.multipool.item.v1.QueryItemsResponse;
import dev.multipool.mock.MockServiceMethods;
import org.junit.jupiter.api.Test;

/** Names and numbers that clients outside this repository rely on. */
class ServiceContractTest {
    @Test
    void methods_areNamedAsClientsCallThem() {
        assertThat(ItemServiceMethods.QUERY_ITEMS.fullName()).isEqualTo("multipool.item.v1.ItemService/queryItems");
        assertThat(MockServiceMethods.DELAY.fullName()).isEqualTo("multipool.mock.v1.MockService/delay");
    }

    @Test
    void itemFields_keepTheirNumbers() {
        assertThat(QueryItemsRequest.ITEM_IDS_FIELD_NUMBER).isEqualTo(1);
        assertThat(QueryItemsResponse.ITEMS_FIELD_NUMBER).isEqualTo(1);
        assertThat(Item.ID_FIELD_NUMBER).isEqualTo(1);
        assertThat(Item.FOUND_FIELD_NUMBER).isEqualTo(2);
    }
}
