package dev.multipool.laboratory.sampling;

import dev.multipool.pools.ThreadActivity;
import dev.multipool.pools.ThreadClassifier;
import java.util.List;
import java.util.Set;

/** Tells from a sample's stack what its thread was doing, by the rules of the server's own thread dumps. */
final class SampleClassifier {
    private static final String POOLS = "dev.multipool.pools.internal.";
    private static final String QUEUE = POOLS + "queue.";
    private static final String WORKER = POOLS + "worker.";

    /** Of the pools, what moves tasks and wakes workers. */
    private static final Set<String> QUEUES = Set.of(
            QUEUE + "RingQueue",
            QUEUE + "AdaptiveQueue",
            QUEUE + "TaskQueue",
            QUEUE + "TaskSlot",
            WORKER + "IdleWorkers",
            POOLS + "Admission",
            WORKER + "Backlog",
            WORKER + "Crew",
            WORKER + "TaskSearch",
            WORKER + "Worker",
            WORKER + "WorkerPool");

    private static final String SERVES = POOLS + "TaskRunner";
    private static final List<String> JDK = List.of("java.", "jdk.", "sun.");

    /** Methods of the JDK that give the core away. */
    private static final Set<String> SLEEPS = Set.of("park", "wait", "wait0", "sleep", "sleep0", "sleepNanos0", "poll");

    private final ThreadRules rules;
    private final ThreadClassifier activities;

    SampleClassifier(ThreadRules rules) {
        this.rules = rules;
        this.activities = rules.activities();
    }

    /**
     * One frame of a stack.
     *
     * @param java whether it runs Java; native frames have no class
     */
    record Frame(String className, String method, boolean java) {}

    /**
     * What the thread was doing.
     *
     * @param runnable whether the system had it on a core or ready for one
     * @param stack the frame that runs first
     */
    SampledState of(boolean runnable, List<Frame> stack) {
        List<Frame> frames = stack.stream().filter(Frame::java).toList();
        if (frames.isEmpty()) {
            // a thread of the JVM's own
            return runnable ? SampledState.RUNNING : SampledState.IDLE;
        }
        StackTraceElement[] elements = frames.stream()
                .map(frame -> new StackTraceElement(frame.className(), frame.method(), null, -1))
                .toArray(StackTraceElement[]::new);
        ThreadActivity activity = activities.of(Thread.State.RUNNABLE, elements);
        if (!runnable && (activity == ThreadActivity.CPU || activity == ThreadActivity.OTHER)) {
            activity = entersMonitor(stack) ? ThreadActivity.LOCK : activities.of(Thread.State.WAITING, elements);
        }
        return switch (activity) {
            case IDLE -> SampledState.IDLE;
            case JOIN -> SampledState.JOIN;
            case LOCK -> SampledState.LOCK;
            case IO -> isIn(rules.redisPackages(), frames) ? SampledState.REDIS : SampledState.OTHER_IO;
            case OTHER -> SampledState.OTHER;
            case CPU -> running(frames);
        };
    }

    /** Whether the stack is that of a thread which waits in the system: when it is runnable all the same, it was woken. */
    boolean isAsleep(List<Frame> stack) {
        return stack.stream()
                .filter(Frame::java)
                .findFirst()
                .filter(frame ->
                        SLEEPS.contains(frame.method()) && JDK.stream().anyMatch(frame.className()::startsWith))
                .isPresent();
    }

    private SampledState running(List<Frame> frames) {
        boolean inTask = frames.stream().anyMatch(frame -> frame.className().equals(SERVES));
        boolean moves = frames.stream()
                .filter(frame -> JDK.stream().noneMatch(frame.className()::startsWith))
                .findFirst()
                .filter(frame -> QUEUES.contains(outer(frame.className())))
                .isPresent();
        if (moves) {
            return inTask ? SampledState.HAND_OFF : SampledState.QUEUE;
        }
        // before and after the wait itself it computes
        boolean countedAsIo = frames.stream()
                .anyMatch(frame -> rules.countedAsIo().contains(frame.className() + "." + frame.method()));
        return countedAsIo ? SampledState.RUNNING_IO : SampledState.RUNNING;
    }

    private static String outer(String className) {
        int nested = className.indexOf('$');
        return nested < 0 ? className : className.substring(0, nested);
    }

    /** A monitor has no frame of its own in Java. */
    private static boolean entersMonitor(List<Frame> stack) {
        for (Frame frame : stack) {
            if (frame.java()) {
                return false;
            }
            if (frame.method().contains("ObjectMonitor::enter")) {
                return true;
            }
        }
        return false;
    }

    private static boolean isIn(Set<String> packages, List<Frame> frames) {
        return frames.stream().anyMatch(frame -> packages.stream().anyMatch(frame.className()::startsWith));
    }
}
