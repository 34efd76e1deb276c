package dev.multipool.casebook.product;

import java.io.IOException;
import java.time.Duration;

/** Starts the application with a PostgreSQL of its own, which ends with it. */
public final class WithPostgres {
    private static final Duration TO_START = Duration.ofSeconds(60);

    private WithPostgres() {}

    /** Serves until it is ended. */
    public static void main(String[] args) throws IOException, InterruptedException {
        LocalPostgres database = LocalPostgres.start(TO_START);
        Runtime.getRuntime().addShutdownHook(new Thread(database::close, "stop-postgres"));
        System.setProperty("spring.datasource.url", database.jdbcUrl());
        ProductApplication.main(args);
    }
}
