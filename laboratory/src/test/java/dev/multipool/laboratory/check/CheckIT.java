package dev.multipool.laboratory.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.multipool.laboratory.check.CheckFinding.Code;
import dev.multipool.laboratory.description.DescriptionException;
import dev.multipool.laboratory.description.DescriptionReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each planted mistake is found and named. */
@Tag("once")
class CheckIT {
    private static final String JMX = "{range: 2..50, jmx: 'small:type=Pool (*)', attribute: Size}";

    @TempDir
    Path folder;

    @Test
    void soundDescription_hasNoFinding() throws Exception {
        String knobs = "{size: " + JMX + ", http: {range: 1..9, http: {set: 'PUT http://127.0.0.1:{port}/size', "
                + "body: '{value}'}, read: {http: 'http://127.0.0.1:{port}/', json: /size}}, "
                + "env: {range: 1..9, env: SMALL_ENV, read: {http: 'http://127.0.0.1:{port}/', json: /env}}, "
                + "property: {range: 1..9, property: small.property, "
                + "read: {http: 'http://127.0.0.1:{port}/', json: /property}}}";

        assertThat(check("plain", "{port}", knobs, "/")).isEmpty();
    }

    @Test
    void wrongJmxName_isNamed() throws Exception {
        found(check("plain", "{port}", JMX.replace("Pool", "Pond"), "/"), Code.KNOB_NOT_SETTABLE, "Pond");
    }

    @Test
    void readOnlyAttribute_isNamed() throws Exception {
        found(check("plain", "{port}", JMX.replace("Size", "Fixed"), "/"), Code.KNOB_NOT_SETTABLE, "writable");
    }

    @Test
    void knobWithoutEffect_isNamedWithBothValues() throws Exception {
        String knob = "{range: 2..9, env: SMALL_ENVV, read: {http: 'http://127.0.0.1:{port}/', json: /env}}";

        found(check("plain", "{port}", knob, "/"), Code.KNOB_WITHOUT_EFFECT, "tells null (expected: 2");
    }

    @Test
    void takenPort_isNamedWithItsHolder() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String port = Integer.toString(taken.getLocalPort());

            found(
                    check("plain", port, JMX, "/"),
                    Code.PORT_TAKEN,
                    port + ": process " + ProcessHandle.current().pid());
        }
    }

    @Test
    void readinessThatNeverIsTrue_isNamed() throws Exception {
        found(check("unready", "{port}", JMX, "/"), Code.NEVER_READY, "/health answers 404");
    }

    @Test
    void serviceThatExitsAtOnce_isNamedWithItsLastLines() throws Exception {
        found(
                check("exit", "{port}", JMX, "/"),
                Code.EXITS_AT_ONCE,
                "code 3 before it is ready; its last lines: [no lic");
    }

    @Test
    void status404_isNamed() throws Exception {
        found(
                check("plain", "{port}", JMX, "/missing"),
                Code.WRONG_STATUS,
                "/missing: status 404 (expected: status 200");
    }

    @Test
    void wrongExpectedStatus_isNamed() throws Exception {
        found(
                check("plain", "{port}", JMX, "/\n  expect: {status: 201}"),
                Code.WRONG_STATUS,
                "status 200 (expected: status [201])");
    }

    @Test
    void loadProgramThatFails_isNamedWithWhatItPrinted() throws Exception {
        found(
                checkLoad("sh -c 'echo no licence; exit 3' {users} {seconds} {port}"),
                Code.LOAD_FAILED,
                "it ends with exit code 3; it printed last: no licence (expected: exit code 0)");
    }

    @Test
    void loadProgramWithFailedCalls_isNamed() throws Exception {
        Files.writeString(folder.resolve("printed.txt"), """
                  Thread Stats   Avg      Stdev     Max   +/- Stdev
                    Latency     1.00ms    1.00ms   1.00ms   90.00%
                     50%    1.00ms
                     90%    1.00ms
                     99%    1.00ms
                  5 requests in 2.00s, 1.00KB read
                  Non-2xx or 3xx responses: 2
                """.indent(2));

        found(
                checkLoad("sh -c 'cat printed.txt' {users} {seconds} {port}"),
                Code.LOAD_FAILED,
                "calls failed: {STATUS=2} (expected: calls that all succeed)");
    }

    private List<CheckFinding> checkLoad(String command) throws IOException, InterruptedException {
        Path file = folder.resolve("shop.yaml");
        String yaml = yaml("plain", "{port}", "{size: " + JMX + "}", "/");
        Files.writeString(
                file, yaml.substring(0, yaml.indexOf("  http:")) + "  command: " + command + "\n  parser: wrk\n");
        return ServiceCheck.check(DescriptionReader.read(file), folder.resolve("console.log"));
    }

    @Test
    void minOverMax_isNamedWithItsLine() throws Exception {
        assertThatExceptionOfType(DescriptionException.class)
                .isThrownBy(() -> check("plain", "{port}", JMX.replace("2..50", "50..2"), "/"))
                .withMessageContaining("50..2");
    }

    @Test
    void unknownKey_isNamedWithTheNearest() throws Exception {
        assertThatExceptionOfType(DescriptionException.class)
                .isThrownBy(() -> check("plain", "{port}", JMX.replace("range", "rnge"), "/"))
                .withMessageContaining("shop.yaml:6: knobs.size.rnge: unknown key (expected: range?)");
    }

    private static void found(List<CheckFinding> findings, Code code, String words) {
        assertThat(findings).extracting(CheckFinding::code).containsOnly(code);
        assertThat(findings.get(0).sentence()).contains(words);
    }

    private List<CheckFinding> check(String mode, String port, String knobs, String path)
            throws IOException, InterruptedException {
        Path file = folder.resolve("shop.yaml");
        Files.writeString(file, yaml(mode, port, knobs.startsWith("{size") ? knobs : "{size: " + knobs + "}", path));
        return ServiceCheck.check(DescriptionReader.read(file), folder.resolve("console.log"));
    }

    static String yaml(String mode, String port, String knobs, String path) {
        return """
                service:
                  start: '"%s" -XX:TieredStopAtLevel=1 -cp "%s" %s %s %s'
                  ready: http://127.0.0.1:%s/health
                  ready-within: %s
                  stop-within: 2s
                knobs: %s
                load:
                  http: GET http://127.0.0.1:%s%s
                """.formatted(
                        ProcessHandle.current().info().command().orElseThrow(),
                        System.getProperty("java.class.path"),
                        SmallService.class.getName(),
                        mode,
                        port,
                        port,
                        mode.equals("unready") ? "3s" : "60s",
                        knobs,
                        port,
                        path);
    }
}
