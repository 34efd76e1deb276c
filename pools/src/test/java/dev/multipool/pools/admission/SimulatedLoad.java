package dev.multipool.pools.admission;

import java.util.function.DoubleUnaryOperator;

/**
 * Who calls: Poisson arrivals (open loop) or users that call, wait for the answer and call again (closed loop).
 *
 * @param users how many users at most; 0 in an open loop
 * @param usersAt how many of them are active at a time
 * @param backOff how long a rejected user waits before the next call, in seconds on average (0.5 to 1.5 of it)
 * @param ratePerSecond the arrival rate at a time
 * @param highestRate no rate is above it; 0 in a closed loop
 */
record SimulatedLoad(
        int users, DoubleUnaryOperator usersAt, double backOff, DoubleUnaryOperator ratePerSecond, double highestRate) {

    static SimulatedLoad closed(double users) {
        int count = (int) Math.round(users);
        return new SimulatedLoad(count, t -> count, 0.010, t -> 0, 0);
    }

    static SimulatedLoad closed(int most, DoubleUnaryOperator usersAt) {
        return new SimulatedLoad(most, usersAt, 0.010, t -> 0, 0);
    }

    static SimulatedLoad open(double rate) {
        return new SimulatedLoad(0, t -> 0, 0, t -> rate, rate);
    }

    static SimulatedLoad open(double highest, DoubleUnaryOperator rateAt) {
        return new SimulatedLoad(0, t -> 0, 0, rateAt, highest);
    }
}
