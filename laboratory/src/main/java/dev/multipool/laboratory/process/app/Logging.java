package dev.multipool.laboratory.process.app;

/** The laboratory's logging: without it Logback writes every debug line of Lettuce and grpc-java, several a call. */
public final class Logging {
    private static final String CONFIGURATION = "logback.configurationFile";

    private Logging() {}

    /** Before the first logger is made. */
    public static void quiet() {
        if (System.getProperty(CONFIGURATION) == null) {
            System.setProperty(CONFIGURATION, "dev/multipool/perf/app/logback.xml");
        }
    }
}
