package dev.multipool.capacity.published;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.capacity.published.JsfModel.Case;
import dev.multipool.capacity.sim.CpuModel;
import dev.multipool.capacity.sim.CpuModel.Discipline;
import dev.multipool.capacity.sim.SimulationResult;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Question: what does the simulator add to the formulas, and which kind of CPU limit fits the published JSF tables?
 *
 * <p>Setup: the 17 rows, by formula, by exact network and by simulation; then the same parameters on other CPU models.
 * Reading the result: the tables of docs/model.md, on standard output. How to run: {@code mvn -pl capacity-model -am
 * -Dtest=PublishedTablesExperiment -Dsurefire.failIfNoSpecifiedTests=false verify}.
 */
class PublishedTablesExperiment {

    @Test
    @Timeout(120)
    void formulaSimulationMeasurement() {
        double[] errors = new double[3];
        for (Case one : JsfModel.cases()) {
            double published = one.published().number("tps");
            double bound = JsfFormulas.bounds().throughput(one.users(), one.threads());
            double network = JsfFormulas.network(one.threads()).throughput(one.users());
            SimulationResult simulated = one.simulate(JsfModel.quota());
            errors[0] += Math.abs(bound / published - 1) / 17;
            errors[1] += Math.abs(network / published - 1) / 17;
            errors[2] += Math.abs(simulated.tps() / published - 1) / 17;
            print(
                    "| %s | %.0f | %+.1f %% | %+.1f %% | %+.1f %% | %s | %.1f | %s | %.1f |",
                    one.name(),
                    published,
                    100 * (bound / published - 1),
                    100 * (network / published - 1),
                    100 * (simulated.tps() / published - 1),
                    one.published().text("tp99_ms"),
                    simulated.percentileMillis(99),
                    one.published().text("cpu_percent"),
                    simulated.cpu().percent());
        }
        print("| mean error | | %.1f %% | %.1f %% | %.1f %% |", 100 * errors[0], 100 * errors[1], 100 * errors[2]);
        assertThat(errors[2]).isLessThan(0.03);
    }

    @Test
    @Timeout(120)
    void sameParameters_onOtherCpus() {
        double b = JsfModel.BACKGROUND_CORES;
        CpuModel four = CpuModel.cores(4).withBackground(b);
        Map<String, CpuModel> models = new LinkedHashMap<>();
        models.put("quota of 4 on 64 cores", JsfModel.quota());
        models.put("quota of 4 on 16 cores", CpuModel.quota(4, 16).withBackground(b));
        models.put("quota of 4 on 8 cores", CpuModel.quota(4, 8).withBackground(b));
        models.put("4 cores, shared", four);
        models.put("4 cores, turns of 4 ms", four.withDiscipline(Discipline.ROUND_ROBIN, Duration.ofMillis(4)));
        models.put("4 cores, a queue each", four.withDiscipline(Discipline.PER_CORE, Duration.ofMillis(4)));
        models.forEach((name, cpu) -> {
            Map<String, Double> tp99 = new LinkedHashMap<>();
            double tps24 = 0;
            double error = 0;
            for (Case one : JsfModel.cases()) {
                SimulationResult result = one.simulate(cpu);
                double miss = result.tps() / one.published().number("tps") - 1;
                error += Math.abs(miss) / 17;
                tps24 = one.name().equals("fixed 24") ? miss : tps24;
                tp99.put(one.name(), result.percentileMillis(99));
            }
            print(
                    "| %s | %+.1f %% | %.1f %% | %.1f | %.1f | %.1f |",
                    name,
                    100 * tps24,
                    100 * error,
                    tp99.getOrDefault("fixed 26", Double.NaN),
                    tp99.getOrDefault("cached 80", Double.NaN),
                    tp99.getOrDefault("cached 200", Double.NaN));
            assertThat(error).isLessThan(0.15);
        });
    }

    private static void print(String format, Object... values) {
        System.out.println(String.format(Locale.ROOT, format, values));
    }
}
