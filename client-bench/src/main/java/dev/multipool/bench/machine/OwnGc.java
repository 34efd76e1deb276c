package dev.multipool.bench.machine;

import com.sun.management.GarbageCollectionNotificationInfo;
import com.sun.management.GcInfo;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import javax.management.ListenerNotFoundException;
import javax.management.Notification;
import javax.management.NotificationEmitter;
import javax.management.NotificationListener;
import javax.management.openmbean.CompositeData;

/**
 * Listens to this JVM's collectors. They tell of a pause a moment after it, and of its length in whole milliseconds. A
 * pause counts when it was told of, by the wall clock: the uptime that collectors tell has another zero than the JVM's.
 *
 * <p><b>Lifecycle</b>: listens from its making until {@link #close}.
 */
final class OwnGc implements AutoCloseable {
    private final Queue<Pause> pauses = new ConcurrentLinkedQueue<>();
    private final List<NotificationEmitter> collectors;
    private final NotificationListener listener = this::onNotification;

    OwnGc() {
        // of collectors that mostly run beside the program one bean tells of cycles, which are no pauses
        this.collectors = ManagementFactory.getGarbageCollectorMXBeans().stream()
                .filter(collector -> isPausing(collector.getName()))
                .map(NotificationEmitter.class::cast)
                .toList();
        collectors.forEach(collector -> collector.addNotificationListener(listener, null, null));
    }

    /** Whether what the bean of this name tells of are pauses. */
    static boolean isPausing(String collectorName) {
        return !collectorName.contains("Cycles") && !collectorName.contains("Concurrent");
    }

    private void onNotification(Notification notification, Object handback) {
        if (notification.getType().equals(GarbageCollectionNotificationInfo.GARBAGE_COLLECTION_NOTIFICATION)) {
            GcInfo info = GarbageCollectionNotificationInfo.from((CompositeData) notification.getUserData())
                    .getGcInfo();
            pauses.add(new Pause(notification.getTimeStamp(), info.getDuration()));
        }
    }

    /** The pauses told of between two times of the wall clock. */
    GcPauses between(long beginMillis, long endMillis) {
        return GcPauses.of(pauses.stream()
                .filter(pause -> pause.toldMillis() >= beginMillis && pause.toldMillis() < endMillis)
                .map(pause -> (double) pause.lengthMillis())
                .toList());
    }

    @Override
    public void close() {
        for (NotificationEmitter collector : collectors) {
            try {
                collector.removeNotificationListener(listener);
            } catch (ListenerNotFoundException e) {
                throw new IllegalStateException("closed twice", e);
            }
        }
    }

    private record Pause(long toldMillis, long lengthMillis) {}
}
