package dev.multipool.pools.admission;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class AdaptiveAdmissionTest {

    @Test
    void calls_ofManyThreads_areAllCountedAndLeaveNothingInFlight() throws Exception {
        AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 1_000_000_000);
        AdaptiveAdmission admission =
                new AdaptiveAdmission(AdmissionSettings.builder().build(), () -> nanos.addAndGet(50_000));
        List<Thread> threads = new ArrayList<>();
        int calls = 50_000;

        for (int i = 0; i < 4; i++) {
            threads.add(new Thread(() -> call(admission, calls), "caller-" + i));
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }

        AdmissionSnapshot snapshot = admission.snapshot();
        assertThat(snapshot.inFlight()).isZero();
        assertThat(snapshot.calls().admitted() + snapshot.calls().rejected()).isEqualTo(4L * calls);
        assertThat(snapshot.windows()).isPositive();
    }

    @Test
    void tryAdmit_atTheLimit_rejects() {
        AdaptiveAdmission admission = new AdaptiveAdmission(
                AdmissionSettings.builder().initialLimit(1).build(), () -> 0);

        assertThat(admission.tryAdmit()).isTrue();
        assertThat(admission.tryAdmit()).isFalse();
        admission.withdrawn();

        assertThat(admission.tryAdmit()).isTrue();
    }

    private static void call(AdaptiveAdmission admission, int calls) {
        for (int i = 0; i < calls; i++) {
            if (admission.tryAdmit()) {
                if (i % 10 == 0) {
                    admission.withdrawn();
                } else {
                    admission.completed(i % 7 * 1000L, i % 50 == 0 ? 20_000_000 : 1_000_000);
                }
            }
        }
    }
}
