package dev.multipool.perf.watch;

import dev.multipool.laboratory.process.ProcessFailedException;
import dev.multipool.laboratory.process.SlowTask;
import dev.multipool.rpc.server.admin.AdminAnswer;
import dev.multipool.rpc.server.admin.AdminException;
import dev.multipool.rpc.server.admin.AdminPage;
import dev.multipool.rpc.server.admin.AdminRequest;
import java.util.LinkedHashMap;
import java.util.Map;

/** The tasks of another JVM that take or took long. */
record SlowTasksPage(WatchedJvm jvm) implements AdminPage {
    private static final int GATEWAY_TIMEOUT = 504;

    @Override
    public AdminAnswer answer(AdminRequest request) throws InterruptedException {
        request.requireOnly();
        try {
            SlowTask.Seen seen = jvm.slowTasks();
            Map<String, Object> tree = new LinkedHashMap<>();
            tree.put("slowFromMillis", seen.leastMillis());
            tree.put("slowTasksEnded", seen.count());
            tree.put("latest", seen.tasks().stream().map(SlowTasksPage::tree).toList());
            return AdminAnswer.tree(tree);
        } catch (ProcessFailedException e) {
            throw new AdminException(GATEWAY_TIMEOUT, String.valueOf(e.getMessage()));
        }
    }

    private static Map<String, Object> tree(SlowTask task) {
        SlowTask.End end = task.ended();
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("pool", task.pool());
        tree.put("thread", task.thread());
        tree.put("ended", end == null ? null : end.at());
        tree.put("outcome", end == null ? null : end.outcome().name());
        tree.put("queuedMillis", task.queuedMillis());
        tree.put("servedMillis", task.servedMillis());
        tree.put("seenAt", task.frames());
        return tree;
    }
}
