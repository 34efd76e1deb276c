package dev.multipool.rpc.server;

import dev.multipool.rpc.protocol.RpcErrorCode;
import dev.multipool.rpc.protocol.RpcException;
import dev.multipool.rpc.protocol.RpcMethod;
import dev.multipool.rpc.server.journal.CallCounts;
import dev.multipool.rpc.server.journal.PeerText;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Finds a method by the names that a client sent: the full service name, or the short one that older clients send.
 *
 * <p><b>Threads</b>: immutable after construction.
 */
final class MethodTable {
    private final Map<String, Map<String, MethodEntry>> byService = new HashMap<>();
    private final List<CallCounts> counts;

    /**
     * @throws IllegalArgumentException when a method is bound twice, or two services share a short name: a client that
     *     sends it could mean either
     */
    MethodTable(Collection<MethodEntry> entries) {
        counts = entries.stream().map(MethodEntry::counts).toList();
        Map<String, String> fullNames = new LinkedHashMap<>();
        for (MethodEntry entry : entries) {
            RpcMethod<?, ?> method = entry.binding().method();
            String other = fullNames.putIfAbsent(method.shortServiceName(), method.serviceName());
            if (other != null && !other.equals(method.serviceName())) {
                throw new IllegalArgumentException("services " + other + " and " + method.serviceName()
                        + " have one short name (expected: short names that differ, since older clients send them)");
            }
            Map<String, MethodEntry> methods = byService.computeIfAbsent(method.serviceName(), name -> new HashMap<>());
            if (methods.putIfAbsent(method.methodName(), entry) != null) {
                throw new IllegalArgumentException(method.fullName() + " is bound twice (expected: one handler)");
            }
            byService.put(method.shortServiceName(), methods);
        }
    }

    /** The answers of each method. */
    List<CallCounts> counts() {
        return counts;
    }

    /** The method that a caller's names stand for; null when there is none. */
    @Nullable
    RpcMethod<?, ?> findMethod(String serviceName, String methodName) {
        MethodEntry entry = byService.getOrDefault(serviceName, Map.of()).get(methodName);
        return entry == null ? null : entry.binding().method();
    }

    /**
     * The method as it is served.
     *
     * @throws RpcException ENOSERVICE or ENOMETHOD
     */
    MethodEntry find(String serviceName, String methodName) {
        Map<String, MethodEntry> methods = byService.get(serviceName);
        if (methods == null) {
            throw new RpcException(
                    RpcErrorCode.ENOSERVICE,
                    "no service " + PeerText.quote(serviceName) + " (expected: one of "
                            + new TreeSet<>(byService.keySet()) + ")");
        }
        MethodEntry entry = methods.get(methodName);
        if (entry == null) {
            throw new RpcException(
                    RpcErrorCode.ENOMETHOD,
                    "no method " + PeerText.quote(methodName) + " in " + serviceName + " (expected: one of "
                            + new TreeSet<>(methods.keySet()) + ")");
        }
        return entry;
    }
}
