package dev.multipool.laboratory.machine;

import dev.multipool.laboratory.process.JavaCommand;
import dev.multipool.laboratory.process.Jdk;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** A laboratory that starts its helper, prints the helper's number, and waits to be killed. Arguments: core, directory. */
public final class WatchHolder {
    private WatchHolder() {}

    public static void main(String[] args) throws InterruptedException {
        JavaCommand java = new JavaCommand(Jdk.running(), System.getProperty("java.class.path"), List.of());
        CoreWatch watch = CoreWatch.start(
                java,
                CoreWatch.Order.of(
                        List.of(Integer.valueOf(args[0])),
                        new Countermeasures(Wanted.ON, Wanted.OFF),
                        System.getenv().getOrDefault("PATH", "")),
                Path.of(args[1]));
        System.out.println("helper " + watch.pid().orElse(0));
        new CountDownLatch(1).await();
    }
}
