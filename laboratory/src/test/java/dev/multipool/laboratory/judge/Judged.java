package dev.multipool.laboratory.judge;

import dev.multipool.laboratory.result.Interval;

/**
 * What a search is worth on a known service.
 *
 * @param windows that it took
 * @param isAnswer whether it says that its answer holds
 * @param regret the part of the most that its answer serves less
 * @param keeps whether a process on average keeps the limit with it
 * @param breaking how probable it is that one more window of a fresh process breaks the limit
 * @param covered whether its interval of throughput holds the true one
 */
record Judged(int windows, boolean isAnswer, double regret, boolean keeps, double breaking, boolean covered) {
    static Judged of(
            Truth truth, double most, Truth.Setting answer, int windows, boolean isAnswer, Interval throughput) {
        double served = truth.at(answer).throughput();
        return new Judged(
                windows,
                isAnswer,
                1 - served / most,
                truth.keeps(answer),
                NoisyService.breaking(truth, answer),
                Math.abs(served - throughput.mean()) <= throughput.halfWidth());
    }
}
