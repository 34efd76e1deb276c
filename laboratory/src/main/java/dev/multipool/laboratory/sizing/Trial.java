package dev.multipool.laboratory.sizing;

/**
 * Sizes under a load, and what one window showed of them.
 *
 * @param sizes of the knobs
 * @param users of the closed loop
 * @param window what was seen
 */
record Trial(Sizes sizes, int users, Window window) {}
