package dev.multipool.laboratory.proposal;

import dev.multipool.laboratory.description.Origin;
import dev.multipool.laboratory.knob.JvmLook.Seen;
import dev.multipool.laboratory.knob.KnobFailure;
import dev.multipool.laboratory.service.ListeningPort;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What was seen of a service.
 *
 * @param launch how it was started; its command may hold {@code {port}}
 * @param chosenPort that stood for {@code {port}}; 0 for none
 * @param environment all variables that it has
 * @param ownVariables those of which the laboratory has none, or another value
 * @param listeners by port
 * @param program what its JVM runs
 * @param jvm what its JVM tells; null when it has none that does
 * @param silence why a JVM does not tell
 */
record ServiceFacts(
        Origin.Launch launch,
        int chosenPort,
        Map<String, String> environment,
        Set<String> ownVariables,
        List<Listener> listeners,
        Program program,
        @Nullable Seen jvm,
        Optional<KnobFailure> silence) {
    ServiceFacts {
        environment = Map.copyOf(environment);
        ownVariables = Set.copyOf(ownVariables);
        listeners = List.copyOf(listeners);
    }

    /**
     * A port and what was learnt by calling it.
     *
     * @param http whether it speaks HTTP/1.1
     * @param ready the first known path of readiness that it answers by 2xx; null for none
     * @param sample a path to load it by; null for none
     */
    record Listener(
            ListeningPort at,
            boolean http,
            @Nullable String ready,
            @Nullable Sample sample) {}

    /**
     * A path, and what it answered to the value 1.
     *
     * @param status of the answer; 0 for none
     */
    record Sample(ApiPath path, int status) {
        boolean answered() {
            return status >= 200 && status <= 299;
        }
    }

    /**
     * What a JVM runs.
     *
     * @param mainClass empty when it is not told
     * @param libraries its class path, with what the manifest of its jar adds
     */
    record Program(String mainClass, String libraries) {
        static final Program UNKNOWN = new Program("", "");
    }
}
