package dev.multipool.agent.program;

import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.apache.commons.pool2.impl.GenericObjectPool;
import org.apache.commons.pool2.impl.GenericObjectPoolConfig;
import org.apache.tomcat.util.threads.TaskQueue;

/** Pools of several libraries, each with its users. */
final class SoakLoads {

    private static final int FEW = 30;

    private SoakLoads() {}

    static List<SoakLoad> all() {
        SoakLoad steps = new SoakLoad("steps", 2, pool("steps", new LinkedBlockingQueue<>())::submit, true, null);
        return List.of(steps, orders(steps), tomcat(steps), forkJoin(), scheduled(), netty(), objects());
    }

    private static ThreadPoolExecutor pool(String name, BlockingQueue<Runnable> queue) {
        return new ThreadPoolExecutor(2, 2, 1, TimeUnit.SECONDS, queue, JdkPoolProgram.named(name));
    }

    private static SoakLoad orders(SoakLoad steps) {
        return new SoakLoad("orders", 2, pool("orders", new ArrayBlockingQueue<>(FEW))::submit, true, steps);
    }

    private static SoakLoad tomcat(SoakLoad steps) {
        TaskQueue queue = new TaskQueue(FEW);
        org.apache.tomcat.util.threads.ThreadPoolExecutor pool = new org.apache.tomcat.util.threads.ThreadPoolExecutor(
                1, 3, 1, TimeUnit.SECONDS, queue, JdkPoolProgram.named("http"));
        queue.setParent(pool);
        return new SoakLoad("http", 3, pool::submit, true, steps);
    }

    private static SoakLoad forkJoin() {
        ForkJoinPool pool = ForkJoinProgram.pool(2, "sums");
        return new SoakLoad("sums", 0, pool::submit, true, null);
    }

    private static SoakLoad scheduled() {
        ScheduledThreadPoolExecutor pool = new ScheduledThreadPoolExecutor(2, JdkPoolProgram.named("ticks"));
        return new SoakLoad("ticks", 2, task -> pool.schedule(task, 1, TimeUnit.MILLISECONDS), false, null);
    }

    private static SoakLoad netty() {
        EventLoopGroup loops =
                new MultiThreadIoEventLoopGroup(2, JdkPoolProgram.named("loop"), NioIoHandler.newFactory());
        return new SoakLoad("loop", 0, loops::submit, false, null);
    }

    /** Who offers a task borrows an object for it, and does it. */
    private static SoakLoad objects() {
        GenericObjectPoolConfig<Object> config = new GenericObjectPoolConfig<>();
        config.setMaxTotal(1);
        config.setJmxNamePrefix("objects");
        GenericObjectPool<Object> pool = new GenericObjectPool<>(new CommonsProgram.Objects(), config);
        return new SoakLoad(
                "objects",
                0,
                task -> {
                    try {
                        Object lent = pool.borrowObject();
                        task.run();
                        pool.returnObject(lent);
                        return CompletableFuture.completedFuture(null);
                    } catch (Exception e) {
                        throw new RejectedExecutionException(e);
                    }
                },
                false,
                null);
    }
}
