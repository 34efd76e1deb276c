package dev.multipool.laboratory.sampling;

import dev.multipool.pools.ThreadClassifier;
import java.util.Set;

/**
 * How the stacks of a service's threads tell what they do.
 *
 * @param activities the rules of its own thread dumps
 * @param redisPackages begin the names of classes in which a thread waits for Redis
 * @param countedAsIo methods, as {@code CLASS.METHOD}, whose whole time the service counts as waiting for input and output
 */
public record ThreadRules(ThreadClassifier activities, Set<String> redisPackages, Set<String> countedAsIo) {
    /** Of a service of which nothing is known. */
    public static final ThreadRules STANDARD =
            new ThreadRules(ThreadClassifier.standard(), Set.of("io.lettuce.core.", "redis.clients.jedis."), Set.of());

    public ThreadRules {
        redisPackages = Set.copyOf(redisPackages);
        countedAsIo = Set.copyOf(countedAsIo);
    }
}
