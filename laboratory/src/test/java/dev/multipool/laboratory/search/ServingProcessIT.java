package dev.multipool.laboratory.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.laboratory.description.DescriptionReader;
import dev.multipool.laboratory.description.ServiceDescription;
import dev.multipool.laboratory.description.Setting;
import dev.multipool.laboratory.process.ThreadTimes;
import dev.multipool.laboratory.service.DescribedService;
import dev.multipool.laboratory.service.StartOutcome;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServingProcessIT {
    @TempDir
    Path folder;

    @Test
    void of_serviceBehindAShell_isTheJvm() throws Exception {
        try (DescribedService service = started("sh -c '%s; echo ended'")) {
            long serving = ServingProcess.of(service);

            assertThat(serving).isNotEqualTo(service.pid());
            assertThat(ProcessHandle.of(serving).flatMap(ProcessHandle::parent).map(ProcessHandle::pid))
                    .contains(service.pid());
            assertThat(Objects.requireNonNull(new ThreadTimes(Path.of("/proc")).read(serving))
                            .threads())
                    .hasSizeGreaterThan(5);
            assertThat(service.pids()).contains(serving, service.pid());
        }
    }

    @Test
    void of_serviceThatDetachesItself_isTheJvmThatIsLeft() throws Exception {
        try (DescribedService service = started("sh -c 'setsid env -i %s &'")) {
            ProcessHandle.of(service.pid()).ifPresent(shell -> shell.onExit().join());

            assertThat(service.isAlive()).isTrue();
            assertThat(service.pids()).containsExactly(ServingProcess.of(service));
        }
    }

    private DescribedService started(String command) throws Exception {
        String java = "\"%s\" -XX:TieredStopAtLevel=1 -cp \"%s\" %s {port}"
                .formatted(
                        ProcessHandle.current().info().command().orElseThrow(),
                        System.getProperty("java.class.path"),
                        SleepyService.class.getName());
        ServiceDescription description =
                DescriptionReader.parse(folder.resolve("sleepy.yaml"), """
                service:
                  start: |-
                    %s
                  ready: http://127.0.0.1:{port}/threads
                knobs:
                  threads: {range: 1..9, env: SLEEPY_THREADS}
                load:
                  http: GET http://127.0.0.1:{port}/wait
                """.formatted(command.formatted(java)));
        StartOutcome<DescribedService> outcome =
                DescribedService.start(description, Setting.NONE, folder.resolve("console.log"));
        assertThat(outcome).isInstanceOf(StartOutcome.Started.class);
        return ((StartOutcome.Started<DescribedService>) outcome).service();
    }
}
