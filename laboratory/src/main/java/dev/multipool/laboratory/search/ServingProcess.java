package dev.multipool.laboratory.search;

import dev.multipool.laboratory.knob.JvmLook;
import dev.multipool.laboratory.service.DescribedService;
import dev.multipool.laboratory.service.ListeningSockets;
import java.util.List;

/** Finds the process of a service that serves; the one that was started may be a shell. */
final class ServingProcess {
    private ServingProcess() {}

    /** The JVM that listens on the service's port, else the only process that does, else the only JVM, else what was started. */
    static long of(DescribedService service) {
        List<Long> pids = service.pids();
        List<Long> listening = pids.stream()
                .filter(pid ->
                        ListeningSockets.of(List.of(pid)).stream().anyMatch(socket -> socket.port() == service.port()))
                .toList();
        List<Long> jvms = JvmLook.jvmsOf(pids);
        return listening.stream()
                .filter(jvms::contains)
                .findFirst()
                .orElseGet(() -> only(listening, only(jvms, service.pid())));
    }

    private static long only(List<Long> pids, long otherwise) {
        return pids.size() == 1 ? pids.get(0) : otherwise;
    }
}
