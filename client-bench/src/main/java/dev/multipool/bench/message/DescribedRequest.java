package dev.multipool.bench.message;

import com.google.protobuf.Descriptors.MethodDescriptor;
import dev.multipool.bench.plan.MethodCalls;
import dev.multipool.bench.plan.TemplateValues;
import java.util.List;
import java.util.Map;

/**
 * One request of a plan with all that its calls need. Safe for all threads.
 *
 * @param method what is called
 * @param template makes its messages
 * @param check whether an answer holds what it should
 * @param asked as the plan has it
 */
public record DescribedRequest(
        MethodDescriptor method, MessageTemplate template, MessageCheck check, MethodCalls.Request asked) {
    /**
     * The requests of a plan, whose values come in the order of their names.
     *
     * @throws SchemaException when one does not fit what is described
     */
    public static List<DescribedRequest> of(MethodCalls calls, Schema schema) {
        return calls.requests().stream()
                .map(asked -> of(asked, calls.values(), schema))
                .toList();
    }

    /**
     * One of them.
     *
     * @param values of all placeholders of the plan, sorted by name
     * @throws SchemaException when it does not fit what is described
     */
    public static DescribedRequest of(MethodCalls.Request asked, Map<String, TemplateValues> values, Schema schema) {
        MethodDescriptor method = schema.method(asked.method());
        return new DescribedRequest(
                method,
                new MessageTemplate(
                        schema,
                        method.getInputType(),
                        asked.body(),
                        List.copyOf(values.keySet()),
                        values.values().stream().map(TemplateValues::first).toList()),
                new MessageCheck(schema, asked.expected()),
                asked);
    }
}
