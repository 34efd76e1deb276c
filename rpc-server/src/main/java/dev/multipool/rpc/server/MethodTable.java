package dev.multipool.rpc.server;

import dev.multipool.rpc.protocol.RpcErrorCode;
import dev.multipool.rpc.protocol.RpcException;
import dev.multipool.rpc.protocol.RpcMethod;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeSet;

/**
 * Finds a method by the names that a client sent: the full service name, or the short one that older clients send.
 *
 * <p><b>Threads</b>: immutable after construction.
 */
final class MethodTable {
    private final Map<String, Map<String, MethodBinding>> byService = new HashMap<>();

    /**
     * @throws IllegalArgumentException when a method is bound twice, or when two services share a short name, so that a
     *     client that sends it could mean either
     */
    MethodTable(Collection<MethodBinding> bindings) {
        Map<String, String> fullNames = new LinkedHashMap<>();
        for (MethodBinding binding : bindings) {
            RpcMethod<?, ?> method = binding.method();
            String other = fullNames.putIfAbsent(method.shortServiceName(), method.serviceName());
            if (other != null && !other.equals(method.serviceName())) {
                throw new IllegalArgumentException("services " + other + " and " + method.serviceName()
                        + " have one short name (expected: short names that differ, since older clients send them)");
            }
            Map<String, MethodBinding> methods =
                    byService.computeIfAbsent(method.serviceName(), name -> new HashMap<>());
            if (methods.putIfAbsent(method.methodName(), binding) != null) {
                throw new IllegalArgumentException(method.fullName() + " is bound twice (expected: one handler)");
            }
            byService.put(method.shortServiceName(), methods);
        }
    }

    /**
     * The method's binding.
     *
     * @throws RpcException ENOSERVICE or ENOMETHOD
     */
    MethodBinding find(String serviceName, String methodName) {
        Map<String, MethodBinding> methods = byService.get(serviceName);
        if (methods == null) {
            throw new RpcException(
                    RpcErrorCode.ENOSERVICE,
                    "no service " + Texts.quoted(serviceName) + " (expected: one of "
                            + new TreeSet<>(byService.keySet()) + ")");
        }
        MethodBinding binding = methods.get(methodName);
        if (binding == null) {
            throw new RpcException(
                    RpcErrorCode.ENOMETHOD,
                    "no method " + Texts.quoted(methodName) + " in " + serviceName + " (expected: one of "
                            + new TreeSet<>(methods.keySet()) + ")");
        }
        return binding;
    }
}
