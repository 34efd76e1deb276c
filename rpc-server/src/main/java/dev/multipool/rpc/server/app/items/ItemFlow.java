package dev.multipool.rpc.server.app.items;

import dev.multipool.item.v1.Item;
import dev.multipool.rpc.server.CallContext;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** One layout of the flow over pools: which step runs where, and who waits for it. */
interface ItemFlow {
    /** The items in the order of their ids; the calling thread waits for all of them. */
    List<Item> query(List<Long> ids, CallContext call) throws Exception;

    /** The same without a thread that waits. */
    CompletionStage<List<Item>> queryAsync(List<Long> ids, CallContext call);
}
