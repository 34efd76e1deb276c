package dev.multipool.laboratory.service;

import dev.multipool.laboratory.description.DescriptionReader;
import dev.multipool.laboratory.description.Setting;
import java.nio.file.Path;

/** A laboratory of its own process, which starts a service, tells its processes, and waits to be killed: {@code YAML}. */
final class Laboratory {
    private Laboratory() {}

    /** Prints the processes' numbers in one line. */
    public static void main(String[] args) throws InterruptedException {
        Path file = Path.of(args[0]);
        StartOutcome<DescribedService> outcome =
                DescribedService.start(DescriptionReader.read(file), Setting.NONE, file.resolveSibling("console.log"));
        DescribedService service = ((StartOutcome.Started<DescribedService>) outcome).service();
        System.out.println(service.pids().stream()
                .map(String::valueOf)
                .reduce((one, other) -> one + " " + other)
                .orElse(""));
        Thread.sleep(120_000);
        service.close();
    }
}
