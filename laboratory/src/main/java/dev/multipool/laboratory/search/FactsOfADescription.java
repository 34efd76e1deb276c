package dev.multipool.laboratory.search;

import dev.multipool.bench.plan.Calls;
import dev.multipool.bench.plan.HttpCalls;
import dev.multipool.bench.plan.MethodCalls;
import dev.multipool.laboratory.description.LoadCommand;
import dev.multipool.laboratory.description.Origin;
import dev.multipool.laboratory.description.ServiceDescription;
import dev.multipool.laboratory.result.DescribedFacts;
import dev.multipool.laboratory.result.DescribedFacts.Asked;
import dev.multipool.laboratory.result.DescribedFacts.KnobFacts;
import dev.multipool.laboratory.result.DescribedFacts.Protocol;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a result keeps of a description. */
public final class FactsOfADescription {
    private FactsOfADescription() {}

    /**
     * The facts.
     *
     * @param carry calls per second that are to be carried; null for the most throughput
     */
    public static DescribedFacts of(ServiceDescription description, @Nullable Integer carry) {
        return new DescribedFacts(
                description.name(),
                description.origin() instanceof Origin.Launch launch ? launch.command() : List.of(),
                description.origin() instanceof Origin.Running running ? running.pid() : null,
                asked(description.load().calls()),
                description.knobs().stream()
                        .map(knob -> new KnobFacts(knob.name(), knob.way()))
                        .toList(),
                carry);
    }

    private static Asked asked(Calls calls) {
        if (calls instanceof LoadCommand command) {
            return Asked.by(command.program(), command.words());
        }
        if (calls instanceof HttpCalls http) {
            return Asked.by(
                    http.connections().version() == HttpCalls.Version.HTTP_2 ? Protocol.HTTP_2 : Protocol.HTTP_1_1,
                    http.connections().tls(),
                    http.shares());
        }
        MethodCalls methods = (MethodCalls) calls;
        return Asked.by(
                methods.protocol() == MethodCalls.Protocol.GRPC ? Protocol.GRPC : Protocol.BAIDU_STD,
                methods.tls(),
                methods.shares());
    }
}
