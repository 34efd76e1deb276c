package dev.multipool.capacity.search;

import dev.multipool.capacity.calibration.Prediction;
import dev.multipool.capacity.calibration.ServiceProfile;
import dev.multipool.capacity.sim.CpuModel;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What one change would do to a service on pools of given sizes, by simulation.
 *
 * @param change in words: {@code select one thread fewer}
 * @param tps throughput with the change, the sizes as they are
 * @param gain of the throughput against no change: -0.04 for 4 % less
 * @param p99Millis TP99 with the change
 * @param sizes that the model would propose after the change; empty when the change is one of sizes, or none keeps the
 *     objective
 */
public record Sensitivity(
        String change, double tps, double gain, double p99Millis, Optional<Map<String, Integer>> sizes) {

    private static final int SEED = 3;
    private static final int TASKS = 40_000;

    /**
     * What is asked about.
     *
     * @param profile of the service
     * @param machine that it runs on
     * @param threads of its pools now
     * @param users in a closed loop
     * @param p99Limit what TP99 must stay below, in milliseconds
     */
    public record Question(
            ServiceProfile profile, CpuModel machine, Map<String, Integer> threads, int users, double p99Limit) {

        /** Returns what the model proposes; empty when even one user alone misses the limit. */
        public Optional<PoolProposal> proposal() {
            return PoolSearch.proposeForFewestUsers(new PoolQuestion(
                    profile.service(profile.each(1)),
                    profile.on(machine),
                    p99Limit,
                    users,
                    profile.plan(SEED, machine, TASKS)));
        }

        private Question with(ServiceProfile other) {
            return new Question(other, machine, threads, users, p99Limit);
        }

        private Prediction predict(Map<String, Integer> sizes) {
            return Prediction.predict(profile, machine, sizes, users);
        }
    }

    /** Returns what a thread more or less in each pool does, a slower dependency, and heavier calls. */
    public static List<Sensitivity> of(Question question) {
        double tps = question.predict(question.threads()).tps();
        List<Sensitivity> rows = new ArrayList<>();
        question.threads().forEach((pool, size) -> {
            if (size > 1) {
                rows.add(resized(question, pool, size - 1, pool + " one thread fewer", tps));
            }
            rows.add(resized(question, pool, size + 1, pool + " one thread more", tps));
        });
        rows.add(changed(question, question.profile().slowerBy(1), "each wait 1 ms longer", tps));
        rows.add(changed(question, question.profile().withCpuTimes(1.1), "10 % more CPU time per call", tps));
        return rows;
    }

    private static Sensitivity resized(Question question, String pool, int size, String change, double before) {
        Map<String, Integer> sizes = new LinkedHashMap<>(question.threads());
        sizes.put(pool, size);
        return row(change, question.predict(sizes), before, Optional.empty());
    }

    private static Sensitivity changed(Question question, ServiceProfile other, String change, double before) {
        Question after = question.with(other);
        return row(
                change,
                after.predict(question.threads()),
                before,
                after.proposal().map(PoolProposal::threads));
    }

    private static Sensitivity row(
            String change, Prediction after, double before, Optional<Map<String, Integer>> sizes) {
        return new Sensitivity(change, after.tps(), after.tps() / before - 1, after.p99Millis(), sizes);
    }
}
