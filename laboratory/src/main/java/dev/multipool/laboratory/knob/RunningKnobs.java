package dev.multipool.laboratory.knob;

import dev.multipool.laboratory.description.Knob;
import dev.multipool.laboratory.description.KnobValues;
import dev.multipool.laboratory.description.ReadBack;
import dev.multipool.laboratory.process.BoundedCall;
import dev.multipool.laboratory.result.KnobWay;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The knobs of one running service.
 *
 * <p><b>Threads:</b> one. Each call returns within 15 s, whatever the service does. <b>Lifecycle:</b> close it
 * before the service ends.
 */
public final class RunningKnobs implements AutoCloseable {
    private static final Duration TO_CLOSE = Duration.ofSeconds(2);

    private final Supplier<List<Long>> pids;
    private final HttpKnobs http;
    private volatile @Nullable JmxBeans beans;

    /**
     * Knobs of a service.
     *
     * @param pids its processes, its JVM among them
     * @param port for the placeholder {@code {port}}
     */
    public RunningKnobs(Supplier<List<Long>> pids, int port) {
        this.pids = pids;
        this.http = new HttpKnobs(port);
    }

    /** Sets a live knob and reads it back. */
    public KnobOutcome set(Knob knob, String value) throws InterruptedException {
        if (!knob.isLive()) {
            throw new IllegalArgumentException("knob: " + knob.name() + " (expected: one that is set by JMX or HTTP)");
        }
        return bounded(knob, () -> {
            change(knob.way(), value);
            return compare(knob, value);
        });
    }

    /** Reads back a knob that was set before, such as at the start. */
    public KnobOutcome verify(Knob knob, String value) throws InterruptedException {
        return bounded(knob, () -> compare(knob, value));
    }

    private static KnobOutcome bounded(Knob knob, Callable<KnobOutcome> work) throws InterruptedException {
        try {
            return Bounded.call(knob.name(), work);
        } catch (KnobException e) {
            return new KnobOutcome.Failed(e.failure());
        }
    }

    private void change(KnobWay way, String value) throws KnobException, InterruptedException {
        if (way instanceof KnobWay.JmxAttribute jmx) {
            beans().write(jmx.bean(), jmx.attribute(), value);
        } else if (way instanceof KnobWay.JmxOperation jmx) {
            beans().invoke(jmx.bean(), jmx.operation(), value);
        } else if (way instanceof KnobWay.Http request) {
            http.set(request, value);
        }
    }

    private KnobOutcome compare(Knob knob, String asked) throws KnobException, InterruptedException {
        ReadBack read = knob.readBack();
        if (read == null) {
            return new KnobOutcome.NotVerifiable(asked);
        }
        List<String> found = read instanceof ReadBack.Jmx jmx
                ? beans().read(jmx.bean(), jmx.attribute())
                : List.of(http.read((ReadBack.Http) read));
        return found.stream()
                .filter(value -> !isSame(knob, value, asked))
                .findFirst()
                .<KnobOutcome>map(other -> new KnobOutcome.NoEffect(asked, other))
                .orElseGet(() -> new KnobOutcome.TookEffect(asked));
    }

    /** Numbers by their values, whatever they look like; choices by their texts. */
    private static boolean isSame(Knob knob, String found, String asked) {
        if (knob.values() instanceof KnobValues.Range) {
            try {
                return new BigDecimal(found.strip()).compareTo(new BigDecimal(asked.strip())) == 0;
            } catch (NumberFormatException e) {
                // no number, so not the one that was asked for
                return false;
            }
        }
        return found.strip().equals(asked.strip());
    }

    private synchronized JmxBeans beans() throws KnobException {
        JmxBeans attached = beans;
        if (attached == null) {
            attached = JmxBeans.attach(pids.get());
            beans = attached;
        }
        return attached;
    }

    @Override
    public void close() {
        JmxBeans attached = beans;
        if (attached != null) {
            // a service that does not answer any more closes the connection by its end
            BoundedCall.quietly(TO_CLOSE, "knobs-close", () -> {
                attached.close();
                return attached;
            });
        }
    }
}
