package dev.multipool.laboratory.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.laboratory.check.CheckFinding.Code;
import dev.multipool.laboratory.description.DescriptionReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each mistake in a load of HTTP/2 is one finding. */
@Tag("once")
class HttpCheckIT {
    @TempDir
    Path folder;

    @Test
    void soundLoad_hasNoFinding() throws Exception {
        assertThat(check("http2", "http", "/{id}", "id: 3..9, expect: {json: {at: /path, is: /3}}"))
                .isEmpty();
    }

    @Test
    void statusAndBodyThatAreNotExpected_areNamed() throws Exception {
        found(
                check("http2", "http", "/missing", "expect: {status: [200, 201]}"),
                Code.WRONG_STATUS,
                "/missing: status 404 (expected: status [200, 201])");
        found(
                check("http2", "http", "/", "expect: {text: lamp}"),
                Code.WRONG_BODY,
                "body '{\"path\": \"/\"}' (expected: a body with 'lamp')");
    }

    @Test
    void serverThatDoesNotSpeakIt_isOneFinding() throws Exception {
        found(check("plain", "http", "/", "callers: 1"), Code.NO_ANSWER, "can't be reached: ");
        found(check("plain", "https", "/", "callers: 1"), Code.NO_ANSWER, "can't be reached: ");
    }

    private static void found(List<CheckFinding> findings, Code code, String words) {
        assertThat(findings).extracting(CheckFinding::code).containsExactly(code);
        assertThat(findings.get(0).sentence()).contains(words).hasLineCount(1);
    }

    /** @param more keys of the load */
    private List<CheckFinding> check(String mode, String scheme, String path, String more) throws Exception {
        Path file = folder.resolve("shop.yaml");
        Files.writeString(file, """
                service:
                  start: '"%s" -XX:TieredStopAtLevel=1 -cp "%s" %s %s {port}'
                  ready: {tcp: '127.0.0.1:{port}'}
                  ready-within: 60s
                  stop-within: 5s
                knobs: {size: {range: 2..50, jmx: 'small:type=Pool (*)', attribute: Size}}
                load: {http: 'GET %s://127.0.0.1:{port}%s', http-version: 2, %s}
                """.formatted(
                        ProcessHandle.current().info().command().orElseThrow(),
                        System.getProperty("java.class.path"),
                        SmallService.class.getName(),
                        mode,
                        scheme,
                        path,
                        more));
        return ServiceCheck.check(DescriptionReader.read(file), folder.resolve("console.log"));
    }
}
