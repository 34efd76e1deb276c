package dev.multipool.laboratory.proposal;

import dev.multipool.laboratory.knob.JvmLook.BeanQuery;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The pools that are known by their MBeans. One more of them is one more constant here. */
enum KnownPool {
    HIKARI(
            "hikari",
            Role.CONNECTIONS,
            "com.zaxxer.hikari:type=PoolConfig (*)",
            "MaximumPoolSize",
            null,
            "HikariPool-.*"),
    HIKARI_BY_NAME(
            "hikari", Role.CONNECTIONS, "com.zaxxer.hikari:type=PoolConfig,name=*", "MaximumPoolSize", null, null),
    TOMCAT(
            "tomcat",
            Role.CALL_THREADS,
            "Tomcat:type=ThreadPool,name=*",
            "maxThreads",
            "minSpareThreads",
            "https?-(nio|nio2|jsse-nio|openssl-nio)-.*"),
    TOMCAT_ALONE("tomcat", Role.CALL_THREADS, "Catalina:type=ThreadPool,name=*", "maxThreads", "minSpareThreads", null),
    JETTY(
            "jetty",
            Role.CALL_THREADS,
            "org.eclipse.jetty.util.thread:type=queuedthreadpool,*",
            "maxThreads",
            null,
            "qtp[0-9]+-.*"),
    UNDERTOW("undertow", Role.CALL_THREADS, "org.xnio:type=Xnio,*", "MaxWorkerPoolSize", null, "XNIO-[0-9]+ .*"),
    DBCP("dbcp", Role.CONNECTIONS, "org.apache.commons.dbcp2:type=BasicDataSource,name=*", "MaxTotal", null, null),
    TOMCAT_DBCP("dbcp", Role.CONNECTIONS, "Catalina:type=DataSource,*", "maxTotal", null, null),
    COMMONS_POOL("pool", Role.CONNECTIONS, "org.apache.commons.pool2:type=GenericObjectPool,*", "MaxTotal", null, null),
    MULTIPOOL("threads", Role.OTHER, "dev.multipool:type=Pool,name=*", "MaxThreads", null, null);

    /** What a pool is for, as far as its kind tells. */
    enum Role {
        /** A thread for each call to the service. */
        CALL_THREADS,
        /** Held by calls for a part of their time. */
        CONNECTIONS,
        /** Not known. */
        OTHER
    }

    private final String knob;
    private final Role role;
    private final String bean;
    private final String attribute;
    private final @Nullable String floor;

    @SuppressWarnings("ImmutableEnumChecker") // a pattern can't be changed
    private final @Nullable Pattern threads;

    KnownPool(String knob, Role role, String bean, String attribute, @Nullable String floor, @Nullable String threads) {
        this.knob = knob;
        this.role = role;
        this.bean = bean;
        this.attribute = attribute;
        this.floor = floor;
        this.threads = threads == null ? null : Pattern.compile(threads);
    }

    /** What its knob is called. */
    String knob() {
        return knob;
    }

    Role role() {
        return role;
    }

    /** The object name of its MBeans, as a pattern. */
    String bean() {
        return bean;
    }

    /** The attribute that is its size. */
    String attribute() {
        return attribute;
    }

    /** The attribute below which its size can't be set; null for none. */
    @Nullable
    String floor() {
        return floor;
    }

    /** Whether some thread is named as those of such a pool are. */
    boolean isNamedBy(List<String> threadNames) {
        return threads != null
                && threadNames.stream().anyMatch(name -> threads.matcher(name).matches());
    }

    /** What a JVM is asked for. */
    static List<BeanQuery> queries() {
        return Stream.of(values())
                .map(pool -> new BeanQuery(
                        pool.bean,
                        Stream.of(pool.attribute, pool.floor == null ? pool.attribute : pool.floor)
                                .distinct()
                                .toList()))
                .toList();
    }
}
