package dev.multipool.perf.experiment.nestedpools;

/**
 * Threads of the two pools behind a request.
 *
 * @param common threads of the pool of items
 * @param select threads of the pool of an item's steps
 */
record PoolPair(int common, int select) {
    String label() {
        return common + "," + select;
    }
}
