package dev.multipool.rpc.server.app.items;

import dev.multipool.item.v1.Item;
import dev.multipool.item.v1.QueryItemsRequest;
import dev.multipool.item.v1.QueryItemsResponse;
import dev.multipool.redis.ItemRepository;
import dev.multipool.rpc.protocol.RpcErrorCode;
import dev.multipool.rpc.protocol.RpcException;
import dev.multipool.rpc.server.CallContext;
import dev.multipool.rpc.server.app.failure.ServiceFailures;
import dev.multipool.rpc.server.app.mock.CpuWork;
import dev.multipool.rpc.server.app.mock.MockDependency;
import dev.multipool.rpc.server.app.settings.QueryItemsSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Answers queryItems: items in the order asked, all of them or an error.
 *
 * <p><b>Threads</b>: stateless between calls. {@link #query} blocks its thread and joins on pools; {@link #queryAsync}
 * blocks nobody; {@link #queryDirect} does everything on its own thread, one step after the other.
 */
public final class QueryItemsHandler {
    private final ItemWork work;
    private final ItemFlow flow;
    private final int maxItems;

    /** A handler that answers from the repository, as the settings say. */
    public QueryItemsHandler(ItemRepository repository, MockDependency mock, CpuWork cpu, QueryItemsSettings settings) {
        this.work = new ItemWork(repository, mock, cpu, settings);
        this.maxItems = settings.maxItems();
        this.flow = switch (settings.layout()) {
            case COMMON_SELECT -> new CommonSelectFlow(work, settings.commonPool(), settings.selectPool());
            case IO_CPU -> new IoCpuFlow(work, settings.queries(), settings.ioPool(), settings.cpuPool());
        };
    }

    public QueryItemsResponse query(QueryItemsRequest request, CallContext call) throws InterruptedException {
        return answer(request, call, ids -> flow.query(ids, call));
    }

    public QueryItemsResponse queryDirect(QueryItemsRequest request, CallContext call) throws InterruptedException {
        return answer(request, call, ids -> {
            List<Item> items = new ArrayList<>();
            for (long id : ids) {
                items.add(work.merge(id, each(work.conversions(id), call), each(work.queries(id, call), call))
                        .call());
            }
            return items;
        });
    }

    public CompletionStage<QueryItemsResponse> queryAsync(QueryItemsRequest request, CallContext call) {
        CompletionStage<List<Item>> items;
        try {
            Optional<QueryItemsResponse> early = answerAtOnce(request);
            if (early.isPresent()) {
                return CompletableFuture.completedFuture(early.get());
            }
            items = flow.queryAsync(request.getItemIdsList(), call);
        } catch (RuntimeException e) {
            throw ServiceFailures.toAnswer(e, call);
        }
        return items.handle((merged, failure) -> {
            if (failure != null) {
                throw ServiceFailures.toAnswer(failure, call);
            }
            return response(merged);
        });
    }

    /** What turns ids into items. */
    @FunctionalInterface
    private interface Query {
        List<Item> items(List<Long> ids) throws Exception;
    }

    private QueryItemsResponse answer(QueryItemsRequest request, CallContext call, Query query)
            throws InterruptedException {
        Optional<QueryItemsResponse> early = answerAtOnce(request);
        if (early.isPresent()) {
            return early.get();
        }
        try {
            return response(query.items(request.getItemIdsList()));
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception e) {
            throw ServiceFailures.toAnswer(e, call);
        }
    }

    private Optional<QueryItemsResponse> answerAtOnce(QueryItemsRequest request) {
        int asked = request.getItemIdsCount();
        if (asked > maxItems) {
            throw new RpcException(
                    RpcErrorCode.EREQUEST, "item_ids: " + asked + " ids (expected: at most " + maxItems + ")");
        }
        return asked == 0 ? Optional.of(QueryItemsResponse.getDefaultInstance()) : Optional.empty();
    }

    private static <T> List<T> each(List<Callable<T>> tasks, CallContext call) throws Exception {
        List<T> results = new ArrayList<>();
        for (Callable<T> task : tasks) {
            if (call.remaining().isZero()) {
                throw new RpcException(
                        RpcErrorCode.ERPCTIMEDOUT, "the deadline passed before " + call.method() + " was done");
            }
            results.add(task.call());
        }
        return results;
    }

    private static QueryItemsResponse response(List<Item> items) {
        return QueryItemsResponse.newBuilder().addAllItems(items).build();
    }
}
