package dev.multipool.rpc.server.app.items;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class AsyncStepsTest {
    private final AsyncSteps<List<Integer>> steps = new AsyncSteps<>(Supplier::get);
    private final CompletableFuture<Integer> first = new CompletableFuture<>();
    private final CompletableFuture<Integer> second = new CompletableFuture<>();

    @Test
    void end_whenAllStepsAreDone_hasTheirResults() {
        CompletableFuture<List<Integer>> end = both();

        second.complete(2);
        first.complete(1);

        assertThat(end).isCompletedWithValue(List.of(1, 2));
    }

    @Test
    void end_afterAFailure_isThatFailure_andTheOtherStepsAreCancelled() {
        CompletableFuture<List<Integer>> end = both();

        second.completeExceptionally(new IllegalStateException("second"));

        assertThat(first).isCancelled();
        assertThat(end).isCompletedExceptionally();
        assertThat(end.handle((items, failure) -> failure).join()).hasMessage("second");
    }

    @Test
    void begin_afterAFailure_beginsNothing() {
        CompletableFuture<List<Integer>> end = both();
        first.completeExceptionally(new IllegalStateException("first"));
        boolean[] begun = {false};

        CompletionStage<Integer> late = steps.begin(() -> {
            begun[0] = true;
            return CompletableFuture.completedFuture(3);
        });

        assertThat(begun[0]).isFalse();
        assertThat(late.toCompletableFuture()).isCompletedExceptionally();
        assertThat(end.handle((items, failure) -> failure).join()).hasMessage("first");
    }

    @Test
    void begin_ofAStepThatThrows_endsTheCallWithIt() {
        CompletableFuture<List<Integer>> end = both();

        var unused = steps.begin(() -> {
            throw new IllegalStateException("thrown");
        });

        assertThat(end.handle((items, failure) -> failure).join()).hasMessage("thrown");
        assertThat(List.of(first, second)).allMatch(CompletableFuture::isCancelled);
    }

    private CompletableFuture<List<Integer>> both() {
        return steps.endWith(Joins.all(List.of(steps.begin(() -> first), steps.begin(() -> second))))
                .toCompletableFuture();
    }
}
