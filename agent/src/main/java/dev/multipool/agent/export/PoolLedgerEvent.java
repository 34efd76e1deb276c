package dev.multipool.agent.export;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Period;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;
import org.jspecify.annotations.Nullable;

/** What a pool did since the event before, once a period. */
@Name("dev.multipool.PoolLedger")
@Label("Pool Ledger")
@Description("What a pool did since the event before")
@Category({"Multipool", "Pools"})
@Period("1 s")
@StackTrace(false)
final class PoolLedgerEvent extends Event {

    @Label("Pool")
    @Nullable
    String pool;

    @Label("Threads")
    int threads;

    @Label("Most Threads")
    int maxThreads;

    @Label("Active Tasks")
    int activeTasks;

    @Label("Queue Depth")
    int queueDepth;

    @Label("Arrivals")
    long arrivals;

    @Label("Completions")
    long completions;

    @Label("Failures")
    long failures;

    @Label("Rejections")
    long rejections;

    @Label("Mean Queue Time")
    @Timespan(Timespan.NANOSECONDS)
    long meanQueueTime;

    @Label("Mean Service Time")
    @Timespan(Timespan.NANOSECONDS)
    long meanServiceTime;

    @Label("Utilization")
    double utilization;
}
