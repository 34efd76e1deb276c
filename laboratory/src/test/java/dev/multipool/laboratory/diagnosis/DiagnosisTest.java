package dev.multipool.laboratory.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.bench.result.Fault;
import dev.multipool.bench.result.InvalidReason;
import dev.multipool.laboratory.diagnosis.Observation.CpuUse;
import dev.multipool.laboratory.diagnosis.Observation.LoadSeen;
import dev.multipool.laboratory.process.PoolLedger;
import dev.multipool.laboratory.process.PoolLedger.ThreadTime;
import dev.multipool.laboratory.process.ScheduledThreads;
import dev.multipool.laboratory.sampling.SampledPool;
import dev.multipool.laboratory.sampling.SampledPool.States;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Ledgers of 10 s with a planted cause each. */
class DiagnosisTest {
    private static final CpuUse EASY = new CpuUse(0.4, 1, 0.3, 1, 0.1, false, null);
    private static final LoadSeen SIXTEEN_USERS = new LoadSeen(16, 1000);
    private static final PoolLedger BUSINESS = ledger("business", 10_000, 0.1, new ThreadTime(8, 2.0, 0, 5, 0, 1, 2));

    @Test
    void of_aPoolWithFarTooManyThreads_saysHowManyWouldDo() {
        // 24 threads; 4.4 are busy
        PoolLedger select = ledger("select", 10_000, 0.1, new ThreadTime(44, 4.0, 0, 40, 0, 0, 196));

        assertThat(diagnose(EASY, select))
                .containsExactly(
                        "The load was the limit: 16 users keep no more than as many calls under way.",
                        "The server used 0.40 of its 1 core.",
                        "The busiest pool, select, had 4.4 of 24 threads busy.",
                        "Pool select is oversized: its 24 threads are idle in getTask 82 % of the time, and 7 threads would"
                                + " have carried this load.");
    }

    @Test
    void of_aPoolThatIsTooSmall_namesIt_andNotTheOneThatWaitsForIt() {
        PoolLedger common = ledger("common", 500, 5, new ThreadTime(79, 1.0, 77, 0, 0, 1, 1));
        PoolLedger select = ledger("select", 2000, 90, new ThreadTime(19.8, 1.0, 0, 18, 0, 0.8, 0.2));

        assertThat(diagnose(EASY, common, select))
                .containsExactly(
                        "Pool select was the limit, it is too small: its 2 threads were busy 99 % of the time.",
                        "Of that, 91 % was waiting for input and output.",
                        "A task queued for 45.0 ms before its 9.9 ms of service.",
                        "11 threads would have taken every task at once.",
                        "The server used 0.40 of its 1 core.",
                        "Pool common mostly waits for other pools: 97 % of its busy time is spent in joins (7.9 threads busy"
                                + " on average).");
    }

    @Test
    void of_waitingForRedis_saysForHowLong() {
        PoolLedger business = ledger("business", 1500, 20, new ThreadTime(79, 1.0, 0, 77, 0, 1, 1));
        SampledPool sampled = new SampledPool(
                "business",
                8,
                8000,
                new States(0.01, new SampledPool.States.Waiting(0, 0.96, 0, 0), 0, 0.02, 0.01, 0),
                List.of());

        List<String> sentences = diagnose(
                new Observation(List.of(business), List.of(sampled), List.of(), EASY, SIXTEEN_USERS, List.of()));

        assertThat(sentences)
                .containsExactly(
                        "Redis was the limit: a task of business waited for it for 51.3 of its 52.7 ms (97 %).",
                        "Redis itself used 0.10 cores.",
                        "Pool business has 8 threads, busy 99 % of the time.",
                        "The server used 0.40 of its 1 core.");
    }

    @Test
    void of_threadsWithoutALedger_thatAreAllBusy_namesThem() {
        SampledPool workers = new SampledPool(
                "worker",
                40,
                8000,
                new States(0.02, new SampledPool.States.Waiting(0, 0, 0.2, 0.72), 0, 0.04, 0.02, 0),
                List.of());

        assertThat(diagnose(new Observation(List.of(), List.of(workers), List.of(), EASY, SIXTEEN_USERS, List.of())))
                .containsExactly(
                        "The 40 threads named worker were the limit: they were busy 98 % of the time.",
                        "Of that, 73 % was waiting for a lock or a permit, such as a connection of a pool.",
                        "The server used 0.40 of its 1 core.");
    }

    @Test
    void of_aServiceWithoutLedgersAndSamples_saysNothing() {
        assertThat(Diagnosis.of(new Observation(List.of(), List.of(), List.of(), EASY, SIXTEEN_USERS, List.of())))
                .isEmpty();
    }

    @Test
    void of_coresThatAreUsedUp_saysSo_evenWhenThePoolQueues() {
        PoolLedger business = ledger("business", 450, 100, new ThreadTime(79, 9.0, 0, 1, 0, 69, 1));
        Observation seen = new Observation(
                List.of(business),
                List.of(),
                List.of(new ScheduledThreads("business", 8, 9.0, 68, 1000, 2000)),
                new CpuUse(0.97, 1, 0.1, 1, 0.01, false, null),
                SIXTEEN_USERS,
                List.of());

        assertThat(diagnose(seen))
                .containsExactly(
                        "The server was CPU-bound: it used 0.97 of its 1 core.",
                        "A task of business computed for 20.0 ms and its thread waited for a core for 151 ms.",
                        "At this CPU time per call its cores can serve at most 3 % more.");
    }

    @Test
    void of_timesThatAreReadALittleLate_countsThreadsAsTheSchedulerDoes() {
        Observation seen = new Observation(
                List.of(ledger("business", 100_000, 1000, new ThreadTime(637, 3.0, 0, 630, 0, 1, 0.3))),
                List.of(),
                List.of(new ScheduledThreads("business", 63, 3.0, 1, 1000, 2000)),
                EASY,
                SIXTEEN_USERS,
                List.of());

        assertThat(diagnose(seen).get(0))
                .isEqualTo("Pool business was the limit, it is too small: its 63 threads were busy 100 % of the time.");
    }

    @Test
    void of_coresWithSomeTimeToSpare_blamesThePoolThatKeepsCallsFromIt() {
        CpuUse nearlyUsedUp = new CpuUse(0.88, 1, 0.1, 1, 0.01, false, null);
        PoolLedger waits = ledger("business", 1500, 100, new ThreadTime(79.5, 3.0, 0, 70, 0, 0.5, 0));
        PoolLedger idle = ledger("business", 1500, 0.5, new ThreadTime(40, 8.0, 0, 30, 0, 40, 0));

        assertThat(diagnose(nearlyUsedUp, waits).get(0)).startsWith("Pool business was the limit");
        assertThat(diagnose(nearlyUsedUp, idle))
                .startsWith("The server was CPU-bound: it used 0.88 of its 1 core.")
                .contains("At this CPU time per call its cores can serve at most 14 % more.");
    }

    @Test
    void of_coresWithSomeTimeToSpare_whoseThreadsMostlyWaitForThem_isCpuBound() {
        PoolLedger business = ledger("business", 450, 100, new ThreadTime(79, 9.0, 0, 1, 0, 1, 0));
        Observation seen = new Observation(
                List.of(business),
                List.of(),
                List.of(new ScheduledThreads("business", 8, 9.0, 68, 1000, 2000)),
                new CpuUse(0.88, 1, 0.1, 1, 0.01, false, null),
                SIXTEEN_USERS,
                List.of());

        assertThat(diagnose(seen).get(0)).isEqualTo("The server was CPU-bound: it used 0.88 of its 1 core.");
    }

    @Test
    void of_aGeneratorWithoutCoresLeft_doesNotBlameTheServer() {
        CpuUse cpu = new CpuUse(0.3, 1, 0.82, 1, 0.1, false, null);

        assertThat(diagnose(cpu, BUSINESS))
                .containsExactly(
                        "The generator was the limit, not the server: it used 0.82 of its 1 core.",
                        "Redis used 0.10 of the same.",
                        "The server used 0.30 of its 1 core.");
    }

    @Test
    void of_aGeneratorThatComplains_believesIt_unlessTheServerHasNothingLeft() {
        List<InvalidReason> paused =
                List.of(InvalidReason.of(Fault.GENERATOR_PAUSED).with(InvalidReason.Measure.PAUSED_MILLIS, 900));
        CpuUse usedUp = new CpuUse(0.95, 1, 0.3, 1, 0.1, false, null);

        assertThat(String.join(" ", diagnose(complaining(EASY, paused)))).contains("generator was the limit", "900 ms");
        assertThat(diagnose(complaining(usedUp, paused)).get(0)).contains("CPU-bound");
    }

    @Test
    void of_callsThatCouldNotBeSent_blamesTheGenerator_unlessThePoolIsWhatTheyWaitedFor() {
        List<InvalidReason> unsent = List.of(InvalidReason.of(Fault.SCHEDULE_NOT_KEPT)
                .with(InvalidReason.Measure.CALLS_SENT, 700)
                .with(InvalidReason.Measure.CALLS_DUE, 4000));
        PoolLedger full = ledger("business", 10_000, 900, new ThreadTime(79, 2.0, 0, 76, 0, 1, 1));

        assertThat(diagnose(complaining(EASY, unsent)).get(1)).contains("700 of 4000 calls due were sent");
        assertThat(diagnose(new Observation(List.of(full), List.of(), List.of(), EASY, SIXTEEN_USERS, unsent))
                        .get(0))
                .startsWith("Pool business was the limit");
    }

    @Test
    void of_aPoolThatIsHardlyUsed_andWaitsForACoreMostOfItsTime_doesNotBlameTheCores() {
        PoolLedger io = ledger("io", 10_000, 0.1, new ThreadTime(8, 0.5, 0, 7, 0, 1, 2));
        PoolLedger cpu = ledger("cpu", 10_000, 0.1, new ThreadTime(0.02, 0.005, 0, 0, 0, 0, 39));
        Observation seen = new Observation(
                List.of(io, cpu),
                List.of(),
                List.of(new ScheduledThreads("cpu", 4, 0.005, 0.015, 1000, 2000)),
                new CpuUse(0.08, 1, 0.1, 1, 0.01, false, null),
                SIXTEEN_USERS,
                List.of());

        assertThat(diagnose(seen).get(0)).startsWith("The load was the limit");
    }

    @Test
    void of_aServerThatWasStopped_blamesTheQuota() {
        assertThat(diagnose(new CpuUse(0.99, 1, 0.3, 1, 0.1, false, 0.62), BUSINESS))
                .containsExactly(
                        "The CPU quota was the limit: the server was stopped in 62 % of its periods.",
                        "The server used 0.99 of its 1 core.");
    }

    private static List<String> diagnose(CpuUse cpu, PoolLedger... pools) {
        return diagnose(new Observation(List.of(pools), List.of(), List.of(), cpu, SIXTEEN_USERS, List.of()));
    }

    /** Whatever is diagnosed is told in short sentences. */
    private static List<String> diagnose(Observation seen) {
        List<String> sentences = Diagnosis.of(seen).stream()
                .flatMap(verdict -> verdict.text().stream())
                .toList();
        assertThat(sentences).isNotEmpty().allSatisfy(sentence -> assertThat(sentence.split(" "))
                .hasSizeLessThanOrEqualTo(25));
        return sentences;
    }

    private static Observation complaining(CpuUse cpu, List<InvalidReason> complaints) {
        return new Observation(List.of(BUSINESS), List.of(), List.of(), cpu, SIXTEEN_USERS, complaints);
    }

    private static PoolLedger ledger(String pool, long tasks, double queuedSeconds, ThreadTime threads) {
        return new PoolLedger(
                pool,
                "fixed:threads=8,queue=1000",
                10,
                new PoolLedger.Tasks(tasks, 0, 0, queuedSeconds, null),
                threads);
    }
}
