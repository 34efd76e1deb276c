package dev.multipool.casebook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.casebook.Laboratory.Outcome;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each service is as described. */
@Tag("full")
class CaseCheckIT {
    @RegisterExtension
    final MachineShare machine = MachineShare.withOthers();

    @ParameterizedTest
    @EnumSource
    @Timeout(400)
    void check_findsEachServiceAsDescribed(Case service, @TempDir Path directory) throws Exception {
        Outcome check = Laboratory.run(
                directory.resolve("console"), "check", service.description().toString());

        assertThat(check.exitCode()).as(check.output()).isZero();
        assertThat(check.output()).contains("as described");
    }

    /** Its Jetty lies in a package of WireMock's. */
    @Test
    @Timeout(400)
    void check_withTheAgent_readsBackTheThreadsThatWireMockCantTell(@TempDir Path directory) throws Exception {
        Outcome check = Laboratory.run(
                directory.resolve("console"),
                "check",
                Path.of("wiremock", "with-agent.yaml").toString());

        assertThat(check.exitCode()).as(check.output()).isZero();
        assertThat(check.output().lines()).containsExactly("with-agent: as described, 1 knob");
    }
}
