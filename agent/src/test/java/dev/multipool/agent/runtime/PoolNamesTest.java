package dev.multipool.agent.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PoolNamesTest {

    private final PoolNames names = new PoolNames();

    @Test
    void choose_prefersTheLibrarysName_thenThatOfThreads_thenThePlace() {
        assertThat(names.choose("HikariPool-1", "main", "Main-7")).isEqualTo("HikariPool-1");
        assertThat(names.choose(null, "mail-12", "Main-7")).isEqualTo("mail");
        assertThat(names.choose(null, "pool-3-thread-1", "Main-7")).isEqualTo("Main-7");
        assertThat(names.choose(null, "pool-3-thread-1", null)).isEqualTo("pool-3-thread");
    }

    @Test
    void choose_givesEachPoolANameOfItsOwn_thatIsLegal() {
        assertThat(names.choose(null, "XNIO-1 task-2", null)).isEqualTo("XNIO-1-task");
        assertThat(names.choose(null, "XNIO-1 task-3", null)).isEqualTo("XNIO-1-task-2");
        assertThat(names.choose(null, "№ 4", null)).isEqualTo("pool");
        assertThat(names.choose(null, "x".repeat(100), null)).hasSize(60);
    }
}
