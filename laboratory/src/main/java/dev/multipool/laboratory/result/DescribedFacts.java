package dev.multipool.laboratory.result;

import dev.multipool.laboratory.result.LoadEngine.Program;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a file says of the service that was measured, and what was looked for.
 *
 * @param name for people
 * @param start the words of the command that starts it, with their placeholders; empty for a service that ran before
 * @param pid of a service that ran before; null for one that was started
 * @param asked what is asked of it
 * @param knobs in the file's order
 * @param toCarryPerSecond calls that the smallest sizes were to carry; null where the most throughput was asked for
 */
public record DescribedFacts(
        String name,
        List<String> start,
        @Nullable Long pid,
        Asked asked,
        List<KnobFacts> knobs,
        @Nullable Integer toCarryPerSecond) {
    public DescribedFacts {
        start = List.copyOf(start);
        knobs = List.copyOf(knobs);
    }

    /** By what our generator asks. */
    public enum Protocol {
        HTTP_1_1,
        HTTP_2,
        GRPC,
        BAIDU_STD
    }

    /**
     * What is asked: by our generator, or by another program.
     *
     * @param protocol null where another program asks
     * @param tls whether connections are by TLS; null where another program asks
     * @param requests what is asked; empty where another program asks
     * @param program that asks; null for our generator
     * @param command its words, with their placeholders; empty for our generator
     */
    public record Asked(
            @Nullable Protocol protocol,
            @Nullable Boolean tls,
            List<Request> requests,
            @Nullable Program program,
            List<String> command) {
        public Asked {
            requests = List.copyOf(requests);
            command = List.copyOf(command);
        }

        /** By our generator. */
        public static Asked by(Protocol protocol, boolean tls, Map<String, Integer> weights) {
            double all = weights.values().stream().mapToInt(Integer::intValue).sum();
            return new Asked(
                    protocol,
                    tls,
                    weights.entrySet().stream()
                            .map(each -> new Request(each.getKey(), each.getValue() / all))
                            .toList(),
                    null,
                    List.of());
        }

        /** By another program. */
        public static Asked by(Program program, List<String> command) {
            return new Asked(null, null, List.of(), program, command);
        }
    }

    /**
     * One request.
     *
     * @param name such as {@code GET /products/{id}}
     * @param share of all calls, as a part of 1
     */
    public record Request(String name, double share) {}

    /** A knob and the way by which it is set. */
    public record KnobFacts(String name, KnobWay way) {}
}
