package dev.multipool.redis.source;

import dev.multipool.redis.provision.RunningRedis;
import java.util.Optional;

/** A program that opens as many sources as told, says which processes and which line, and waits to be killed. */
final class SourceOwner {
    private SourceOwner() {}

    public static void main(String[] args) throws Exception {
        String line = "";
        for (int i = 0; i < Integer.parseInt(args[0]); i++) {
            RunningRedis redis = RedisSource.open(RedisSourceSettings.fromEnvironment(System.getenv()));
            Optional<Long> pid = redis.processId().stream().boxed().findFirst();
            System.out.println("redis-process " + pid.orElse(-1L));
            line = redis.description();
        }
        System.out.println("redis-line " + line);
        // Until the parent closes our input, which it does not.
        while (System.in.read() >= 0) {
            Thread.onSpinWait();
        }
    }
}
