package dev.multipool.item;

import dev.multipool.item.v1.ItemProto;
import dev.multipool.item.v1.QueryItemsRequest;
import dev.multipool.item.v1.QueryItemsResponse;
import dev.multipool.rpc.protocol.RpcMethod;

/** The methods of {@code multipool.item.v1.ItemService}, for handlers and for callers. */
public final class ItemServiceMethods {
    /** Looks items up by id; the answer has one item for each id, in the order asked. */
    public static final RpcMethod<QueryItemsRequest, QueryItemsResponse> QUERY_ITEMS = RpcMethod.of(
            ItemProto.getDescriptor().findServiceByName("ItemService"),
            "queryItems",
            QueryItemsRequest.getDefaultInstance(),
            QueryItemsResponse.getDefaultInstance());

    private ItemServiceMethods() {}
}
