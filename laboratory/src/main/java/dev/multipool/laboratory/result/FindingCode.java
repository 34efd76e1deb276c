package dev.multipool.laboratory.result;

import java.util.List;

/** The kinds of {@link Finding}, each with the sentences that tell it; values stand where their names do. */
public enum FindingCode {
    STAGE_WITHOUT_RUNS("Nothing can be compared at {STAGE}, since no run counts."),
    SERVER_WITHOUT_RUNS("{SERVER} can't be compared, since no run counts ({STAGE})."),
    /** What a server answered at a stage. */
    SERVER_MEASURED("{SERVER} answered {CALLS_PER_SECOND} with a TP99 of {P99_MILLIS} ({STAGE})."),
    /** The response times of a server at a stage. */
    RESPONSE_TIMES(
            "At {STAGE}, the server \"{SERVER}\" had a TP50 of {P50_MILLIS} and a TP99 of {P99_MILLIS}.",
            "It was stopped in {THROTTLED_SHARE} of the periods of its quota."),
    /** Where a server is full. */
    SATURATED(
            "{USERS} saturated the server ({SERVER}).",
            "It answered {CALLS_PER_SECOND} in a closed loop, and more users brought no more."),
    /** The same, where the probe ended too early to be certain. */
    SATURATED_AT_LEAST(
            "{USERS} saturated the server ({SERVER}).",
            "It answered {CALLS_PER_SECOND} in a closed loop, but more users might have brought more."),

    /** Of one ratio of work. */
    BEST_OF_THE_STAGE(
            "At {STAGE}, {SERVER} answered most: {CALLS_PER_SECOND}.",
            "Of the I/O and CPU splits, {OTHER_SERVER} was the best, with {OF_BEST_SHARE} of that."),
    RULE_FOUND_BEST_SPLIT(
            "At {STAGE}, the rule of thumb found the best of the splits: {SERVER}.",
            "It answered {OF_BEST_SHARE} of the most and {OF_BEST_SPLIT_SHARE} of the best split."),
    RULE_MISSED_BEST_SPLIT(
            "At {STAGE}, the rule of thumb missed the best of the splits with {SERVER}.",
            "It answered {OF_BEST_SHARE} of the most and {OF_BEST_SPLIT_SHARE} of the best split."),

    /** Of a dependency that is called with and without a bulkhead. */
    BULKHEAD_COST(
            "Calls of a dependency that takes {DEPENDENCY_MILLIS} were measured with and without a bulkhead.",
            "With it the server answered {CALLS_PER_SECOND}, without it {OTHER_CALLS_PER_SECOND} ({THROUGHPUT_CHANGE}).",
            "A call took {CPU_MILLIS_PER_CALL} of CPU time with it, and {OTHER_CPU_MILLIS_PER_CALL} without it.",
            "With all threads always busy, {POSSIBLE_CALLS_PER_SECOND} would be possible."),
    REJECTS_SEEN(
            "In case \"{CASE}\", {ANSWERED_SHARE} of the calls were answered.",
            "The client's mean over all calls was {CLIENT_MEAN_MILLIS}.",
            "The server took {SERVER_MEAN_MILLIS} for each call that it served.",
            "The client saw {CLIENT_REJECTS_PER_SECOND} rejects/s; the server's ledgers counted"
                    + " {SERVER_REJECTS_PER_SECOND}."),

    /** How the load of an overload behaves. */
    USERS_PAUSE(
            "Users of the closed loop paused for {PAUSE_MILLIS} after each call that was rejected or failed.",
            "In the open loop, calls came as scheduled."),
    OVERLOAD_LIMIT_AND_GOAL_KEPT(
            Overload.COMPARED,
            Overload.TAIL,
            Overload.SECONDS,
            "It kept the limit of {LIMIT_MILLIS} in all windows and reached the goal of {GOAL_SHARE}."),
    OVERLOAD_ONLY_LIMIT_KEPT(
            Overload.COMPARED,
            Overload.TAIL,
            Overload.SECONDS,
            "It kept the limit of {LIMIT_MILLIS} in all windows and missed the goal of {GOAL_SHARE}."),
    OVERLOAD_ONLY_GOAL_KEPT(
            Overload.COMPARED,
            Overload.TAIL,
            Overload.SECONDS,
            "It broke the limit of {LIMIT_MILLIS} and reached the goal of {GOAL_SHARE}."),
    OVERLOAD_NEITHER_KEPT(
            Overload.COMPARED,
            Overload.TAIL,
            Overload.SECONDS,
            "It broke the limit of {LIMIT_MILLIS} and missed the goal of {GOAL_SHARE}."),

    /** The most users under which a kind of pool keeps the limit. */
    LARGEST_LOAD(
            "With {STAGE}, the best {KIND} pool was {SERVER}.",
            "It kept the limit under {USERS}, answered {CALLS_PER_SECOND} and had a TP99 of {P99_MILLIS}.",
            "{USERS_TOO_MANY} broke the limit."),

    /** A published run that was repeated. */
    DEAD_TIME(
            "In run {RUN_NUMBER} ({CASE}), {ACTIVE_REQUESTS} requests were active on average.",
            "They spent {DEAD_TIME_SHARE} of their response time in the queue.",
            "By the numbers of clients and threads alone, it would be {EXPECTED_DEAD_TIME_SHARE}."),
    MEAN_ACTIVE_REQUESTS(
            "Under random arrivals without a queue, {ACTIVE_REQUESTS} requests were active on average, by Little's law.",
            "That makes {THREADS}; with 20 % to spare it makes {THREADS_WITH_SPARE}."),
    SPARE_THREADS(
            "With 20 % more threads than the mean, they were busy for {BUSY_SHARE} of their time.",
            "Calls spent {DEAD_TIME_SHARE} of their response time in the queue, {QUEUE_MILLIS} on average."),

    /** The threads were always busy. */
    CEILING_BY_THREADS(Ceiling.REACHED, Ceiling.POSSIBLE, "The threads set the ceiling."),
    CEILING_BY_CORES(Ceiling.REACHED, Ceiling.POSSIBLE, "The cores set the ceiling."),
    CEILING_BY_NEITHER(Ceiling.REACHED, Ceiling.POSSIBLE, "Neither the threads nor the cores set the ceiling."),

    VIRTUAL_THREADS_LEFT_OUT(
            "Virtual threads were left out, since the servers' JDK has none.",
            "To measure them, add --java-home with a JDK {JDK_VERSION} or newer."),

    /** What threads of nested pools did. */
    NESTED_POOLS(
            "Under {USERS} with ({POOLS}), {OUTER_POOL} threads spent {OUTER_JOIN_SHARE} of their time in joins.",
            "They were idle for {OUTER_IDLE_SHARE}; {INNER_POOL} threads were idle for {INNER_IDLE_SHARE}.",
            "Each busy {OUTER_POOL} thread kept {INNER_THREADS_PER_OUTER_THREAD} {INNER_POOL} threads busy."),

    PROFILER_COST(
            "Profiled, the server answered {CALLS_PER_SECOND} instead of {OTHER_CALLS_PER_SECOND} ({THROUGHPUT_CHANGE}).",
            "Its TP99 was {P99_MILLIS} instead of {OTHER_P99_MILLIS}."),

    /** A model that was made of a method's runs. */
    PROFILED(
            "A call of {METHOD} takes {CPU_MILLIS_PER_CALL} of CPU time.",
            "Of that, {POOL_CPU_MILLIS_PER_CALL} is spent on the pools and {OUTSIDE_CPU_MILLIS_PER_CALL} outside.",
            "The profile misses its own runs by up to {THROUGHPUT_ERROR} in throughput and {P99_ERROR} in TP99."),
    NOT_PROFILED("No profile of {METHOD} could be made ({ERROR})."),

    NOT_VALIDATED("The model of {METHOD} was not validated ({ERROR})."),
    NOTHING_COUNTED("Nothing of {METHOD} can be judged, since every window was disturbed or does not count."),
    CPU_DRIFTED("Nothing of {METHOD} can be judged, since CPU time per call drifted by {CPU_DRIFT}."),
    CONFIGURATIONS_COUNTED("Of {EXPECTED} configurations of {METHOD}, {COUNTED} count."),
    MODEL_ERRORS_ON_OWN_CORES(
            "These are the largest errors for {METHOD} on cores that the server has for itself.",
            ModelErrors.THROUGHPUT,
            ModelErrors.AT_THE_KNEE,
            ModelErrors.FORMULAS,
            ModelErrors.CPU,
            ModelErrors.TAIL),
    MODEL_ERRORS_ON_SHARED_CORES(
            "These are the largest errors for {METHOD} on cores that the server shares with the generator and Redis.",
            ModelErrors.THROUGHPUT,
            ModelErrors.AT_THE_KNEE,
            ModelErrors.FORMULAS,
            ModelErrors.CPU,
            ModelErrors.TAIL),

    MODEL_LIMIT_RAISED(
            "By the model not even one user of {METHOD} keeps the limit of {LIMIT_MILLIS}.",
            "So its proposal is for {ASKED_LIMIT_MILLIS}."),
    MODEL_PROPOSED("For {METHOD} and {USERS} the model proposes {POOLS}.", "It took {SIMULATIONS}."),
    SEARCHED_WITHOUT_MODEL(
            "{METHOD} was searched without a model.", "By what was busy, the search began with {POOLS}."),

    /** Whether a model guided a search, and why not. */
    SEARCH_GUIDED(
            Guided.FLOW,
            "A model of that guided the search, and missed the throughput of its own windows by up to {THROUGHPUT_ERROR}.",
            Guided.PREDICTIONS),
    SEARCH_GUIDE_MISSED(
            Guided.FLOW,
            "A model of that was ignored, as it missed the throughput of its own windows by up to {THROUGHPUT_ERROR}.",
            Guided.PREDICTIONS),
    SEARCH_WITHOUT_AGENT(Guided.ALONE + "no agent told how calls go from pool to pool."),
    SEARCH_WITHOUT_FLOW(Guided.ALONE + "what the agent told makes no flow of a call."),
    SEARCH_WITHOUT_KNOWN_KNOB(Guided.FLOW, Guided.ALONE + "no knob is known to set one of these pools."),
    SEARCH_WITH_TOO_FEW_LOADS(Guided.FLOW, Guided.ALONE + "too few windows counted to make a model of that."),
    SEARCH_WITHOUT_FITTING_MODEL(Guided.FLOW, Guided.ALONE + "no model of that fits the windows."),
    KNOB_SETS_POOLS("The knob {KNOB} sets the pool {POOLS}."),

    /** What windows of fresh processes say of an answer that took no part in them. */
    FRESH_PROCESSES(
            "{COUNTED} of {EXPECTED} fresh processes kept the limit with {SERVER} under {STAGE}.",
            "With 95 % confidence at least {KEPT_SHARE} of all such processes keep it.",
            "The highest TP99 was {P99_MILLIS}.",
            "They served {OF_OTHER_SHARE} of what the answer says."),
    FRESH_PROCESSES_NOT_JUDGED(
            "Nothing can be said of {SERVER} under {STAGE}, since each window was disturbed or does not count."),
    FRESH_PROCESS_FAILED("A fresh process with {SERVER} under {STAGE} failed: {ERROR}."),

    /** Why a search left a setting out; the error says more. */
    SETTING_DID_NOT_START(LeftOut.SENTENCE),
    SETTING_NOT_TAKEN(LeftOut.SENTENCE),
    SETTING_ENDED_THE_SERVICE(LeftOut.SENTENCE),
    SETTING_SILENCED_THE_SERVICE(LeftOut.SENTENCE),
    SETTING_FLOODED_THE_CONSOLE(LeftOut.SENTENCE),
    SETTING_NOT_MEASURED(LeftOut.SENTENCE);

    private static final class Guided {
        private static final String FLOW = "By what the agent told, a call comes to {POOLS}.";
        private static final String ALONE = "The search worked from measurements alone, since ";
        private static final String PREDICTIONS =
                "Its predictions of {COUNTED} windows, made before these, were off by up to {PREDICTION_ERROR}.";
    }

    private static final class LeftOut {
        private static final String SENTENCE = "The setting {SETTING} was left out: {ERROR}.";
    }

    private static final class Overload {
        private static final String COMPARED =
                "{SERVER} answered {OF_OTHER_SHARE} of what {OTHER_SERVER} did ({STAGE}).";
        private static final String TAIL = "Its TP99 was {P99_MILLIS}, and {WORST_P99_MILLIS} in the worst window.";
        private static final String SECONDS = "{KEPT_SECONDS_SHARE} of its seconds kept the limit.";
    }

    private static final class Ceiling {
        private static final String REACHED = "{THREADS} answered {CALLS_PER_SECOND} at most, from {USERS} on.";
        private static final String POSSIBLE =
                "By the time that a call holds its thread, {POSSIBLE_CALLS_PER_SECOND} would be possible.";
    }

    private static final class ModelErrors {
        private static final String THROUGHPUT = "Throughput was off by {THROUGHPUT_ERROR}.";
        private static final String AT_THE_KNEE = "At the knee it was off by {KNEE_THROUGHPUT_ERROR}.";
        private static final String FORMULAS =
                "The bound alone missed it by {BOUND_ERROR}, the network of queues by {NETWORK_ERROR}.";
        private static final String CPU = "CPU was off by {CPU_ERROR} of the cores.";
        private static final String TAIL = "TP99 was off by {P99_ERROR} where less than 85 % of CPU was used.";
    }

    /** A line for each sentence. */
    private final String sentences;

    FindingCode(String... sentences) {
        this.sentences = String.join("\n", sentences);
    }

    List<String> sentences() {
        return sentences.lines().toList();
    }
}
