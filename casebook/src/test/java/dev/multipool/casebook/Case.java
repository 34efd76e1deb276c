package dev.multipool.casebook;

import java.nio.file.Path;

/** A service of the casebook, by the folder that describes it. */
enum Case {
    WIREMOCK("wiremock"),
    SPRING_BOOT("spring-boot"),
    GRPC("grpc");

    private final String folder;

    Case(String folder) {
        this.folder = folder;
    }

    /** From the module's folder. */
    Path description() {
        return Path.of(folder, folder + ".yaml");
    }

    @Override
    public String toString() {
        return folder;
    }
}
