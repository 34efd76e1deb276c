package dev.multipool.laboratory.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CorePlanTest {
    @ParameterizedTest
    @CsvSource({
        "2, 1, 0, 1, 1",
        "3, 1, 0, 1, 2",
        "4, 2, 0-1, 2, 3",
        "5, 3, 0-2, 3, 4",
        "6, 4, 0-3, 4, 5",
        "16, 4, 0-3, 4-14, 15"
    })
    void of_givesTheServerCoresOfItsOwn(int cores, int serverCores, String server, String generator, String redis) {
        CorePlan plan = CorePlan.of(cpus(cores), true, 0);

        assertThat(plan)
                .returns(serverCores, CorePlan::serverCores)
                .returns(server, CorePlan::serverCpus)
                .returns(generator, CorePlan::generatorCpus)
                .returns(redis, CorePlan::redisCpus)
                .returns(false, CorePlan::shared);
    }

    @Test
    void of_oneCore_saysThatItIsShared() {
        CorePlan plan = CorePlan.of(List.of(3), true, 0);

        assertThat(plan).returns(true, CorePlan::shared).returns(null, CorePlan::serverCpus);
        assertThat(plan.sentence()).startsWith("cores were shared: this machine has 1 core");
        assertThat(plan.describeServerCores()).isEqualTo("1 core (shared by all processes)");
    }

    @Test
    void of_withoutTaskset_saysThatTheyAreShared() {
        CorePlan plan = CorePlan.of(cpus(8), false, 0);

        assertThat(plan).returns(true, CorePlan::shared).returns(8, CorePlan::serverCores);
        assertThat(plan.sentence()).contains("no taskset");
    }

    @Test
    void withoutRedis_namesNone() {
        assertThat(CorePlan.of(cpus(6), true, 0).withoutRedis())
                .returns(null, CorePlan::redisCpus)
                .returns("server on cores 0-3, generator on core 4", CorePlan::sentence);
        assertThat(CorePlan.of(List.of(3), true, 0).withoutRedis().sentence())
                .isEqualTo("cores were shared: this machine has 1 core, so server and generator competed for it");
    }

    @Test
    void of_coresThatAreNoNeighbours_listsThem() {
        CorePlan plan = CorePlan.of(List.of(1, 4, 5, 9), true, 0);

        assertThat(plan).returns("1,4", CorePlan::serverCpus).returns("5", CorePlan::generatorCpus);
    }

    @Test
    void of_withServerCoresAskedFor_givesThem() {
        assertThat(CorePlan.of(cpus(8), true, 6).serverCpus()).isEqualTo("0-5");
        assertThatIllegalArgumentException().isThrownBy(() -> CorePlan.of(cpus(2), true, 2));
        assertThatIllegalArgumentException().isThrownBy(() -> CorePlan.of(cpus(8), false, 2));
        assertThatIllegalArgumentException().isThrownBy(() -> CorePlan.of(cpus(8), true, -1));
    }

    private static List<Integer> cpus(int count) {
        return IntStream.range(0, count).boxed().toList();
    }
}
