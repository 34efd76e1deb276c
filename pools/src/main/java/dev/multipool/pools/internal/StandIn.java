package dev.multipool.pools.internal;

/** A task that stands for the one inside, so that nobody outside of the pool should see it. */
public interface StandIn {}
