package dev.multipool.capacity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.pools.LedgerSnapshot;
import dev.multipool.pools.MeasuredPool;
import dev.multipool.pools.PoolConfig;
import dev.multipool.pools.Pools;
import dev.multipool.pools.WorkerTimes;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class AdvisorTest {

    private final AtomicLong nanos = new AtomicLong();
    private final MeasuredPool pool = Pools.create(PoolConfig.parse("business", "direct:threads=8"), nanos::get);

    /** 1000 tasks of 4 ms in 1 s of fake time, one after the other in 4 s, measured as four pools would. */
    private LedgerSnapshot thousandTasksOfFourMillis() {
        for (int i = 0; i < 1_000; i++) {
            pool.execute(() -> nanos.addAndGet(4_000_000));
        }
        return pool.snapshot();
    }

    @Test
    void advise_printsInputsAndEveryAnswer() {
        Advice advice = Advisor.advise(
                thousandTasksOfFourMillis(), SizingGoal.asMeasured(4).at(1_000));

        assertThat(advice.threads("little")).isEqualTo(5);
        assertThat(advice.threads("hystrix")).isEqualTo(8);
        assertThat(advice.threads("io-bound")).isEqualTo(8);
        assertThat(advice.threads("cpu-bound")).isEqualTo(5);
        assertThat(advice.threads("anti-deadlock")).isEqualTo(9);
        assertThat(advice.toString().lines().map(String::strip))
                .contains(
                        "pool business",
                        "arrival rate 1000.0/s (given)",
                        "little             5  1000.0/s * 4.000 ms = 4.00, and 20 %",
                        "goetz              -  CPU time was not measured")
                .anySatisfy(line -> assertThat(line).startsWith("service time mean 4.000 ms, p99 4.0"));
    }

    @Test
    void advise_withCpuTime_asksGoetzToo() {
        LedgerSnapshot measured = thousandTasksOfFourMillis();
        WorkerTimes quarterCpu = new WorkerTimes(
                measured.times().workerNanos(),
                measured.times().busyNanos(),
                measured.times().busyNanos() / 4,
                0,
                0,
                0);
        LedgerSnapshot withCpu = new LedgerSnapshot(
                measured.state(),
                measured.startNanos(),
                measured.endNanos(),
                measured.counts(),
                quarterCpu,
                measured.tasks());

        Advice advice = Advisor.advise(withCpu, SizingGoal.asMeasured(4));

        assertThat(advice.threads("goetz")).isEqualTo(16);
    }

    @Test
    void advise_withoutARate_usesTheMeasuredOne() {
        Advice advice = Advisor.advise(thousandTasksOfFourMillis(), SizingGoal.asMeasured(2));

        assertThat(advice.inputs()).contains("arrival rate 250.0/s (measured)");
        assertThat(advice.threads("little")).isEqualTo(2);
    }
}
