package dev.multipool.rpc.server.watch;

import dev.multipool.pools.ThreadActivity;
import dev.multipool.pools.ThreadClassifier;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * Reads the platform threads of this JVM and says what each is doing. Virtual threads are not among them: the JDK does not
 * list them.
 *
 * <p><b>Threads</b>: any. Taking a dump stops all threads of the JVM for as long as their stacks take to be read. That
 * is about a millisecond for some hundred threads.
 */
public final class ThreadDump {
    private static final int MOST_FRAMES = 64;
    private static final Pattern NUMBERS_AT_THE_END = Pattern.compile("(-\\d+)+$");

    private final ThreadClassifier classifier;

    /** A dump whose activities the classifier tells. */
    public ThreadDump(ThreadClassifier classifier) {
        this.classifier = classifier;
    }

    /** All threads, by name. */
    public List<ThreadView> all() {
        return take(name -> true);
    }

    /** The threads of one pool: those named after it. */
    public List<ThreadView> ofPool(String poolName) {
        Pattern named = Pattern.compile(Pattern.quote(poolName) + "(-\\d+)+");
        return take(name -> named.matcher(name).matches());
    }

    /** How many threads do what. */
    public static Map<ThreadActivity, Long> summary(List<ThreadView> threads) {
        Map<ThreadActivity, Long> counts = new EnumMap<>(ThreadActivity.class);
        threads.forEach(thread -> counts.merge(thread.activity(), 1L, Long::sum));
        return counts;
    }

    private List<ThreadView> take(Predicate<String> nameWanted) {
        return Thread.getAllStackTraces().entrySet().stream()
                .filter(entry -> nameWanted.test(entry.getKey().getName()))
                .map(entry -> view(entry.getKey(), entry.getValue()))
                .sorted(Comparator.comparing(ThreadView::pool)
                        .thenComparing(view -> view.name().length())
                        .thenComparing(ThreadView::name))
                .toList();
    }

    private static String poolOf(String threadName) {
        return NUMBERS_AT_THE_END.matcher(threadName).replaceFirst("");
    }

    private ThreadView view(Thread thread, StackTraceElement[] stack) {
        // read after the stack, so a thread that just woke may show the state of a moment later
        Thread.State state = thread.getState();
        return new ThreadView(
                thread.getName(),
                poolOf(thread.getName()),
                classifier.of(state, stack),
                state,
                Arrays.stream(stack).limit(MOST_FRAMES).map(ThreadDump::frame).toList());
    }

    /** Without the names of class loaders and modules, which only make lines longer. */
    private static String frame(StackTraceElement frame) {
        String place = frame.isNativeMethod() ? "native" : frame.getFileName() + ":" + frame.getLineNumber();
        return frame.getClassName() + "." + frame.getMethodName() + "(" + place + ")";
    }
}
