package dev.multipool.spring;

import org.springframework.context.SmartLifecycle;

/** Runs something once, when the server has started. */
final class AfterServerStart implements SmartLifecycle {
    private final Runnable action;
    private volatile boolean running;

    AfterServerStart(Runnable action) {
        this.action = action;
    }

    @Override
    public void start() {
        action.run();
        running = true;
    }

    @Override
    public void stop() {
        running = false;
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    @Override
    public int getPhase() {
        return RpcServerLifecycle.PHASE + 1;
    }
}
