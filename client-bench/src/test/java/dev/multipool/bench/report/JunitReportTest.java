package dev.multipool.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.bench.result.LoadResult;
import dev.multipool.bench.result.MadeUpRun;
import dev.multipool.bench.search.JudgedRun;
import dev.multipool.bench.search.SearchResult;
import dev.multipool.capacity.Objective;
import java.io.StringReader;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.xml.sax.InputSource;

/** Parsed, then looked at as a CI server does. */
class JunitReportTest {
    private static final Instant BEGAN = Instant.parse("2026-01-02T03:04:05Z");

    @Test
    void aRunThatHolds_isATestCaseWithoutAFailure() throws Exception {
        Document report = report("tp99<10ms", MadeUpRun.valid());

        Element suite = only(report, "testsuite");
        assertThat(report.getDocumentElement().getTagName()).isEqualTo("testsuites");
        assertThat(suite.getAttribute("name")).isEqualTo("multipool-bench");
        assertThat(suite.getAttribute("tests")).isEqualTo("1");
        assertThat(suite.getAttribute("failures")).isEqualTo("0");
        assertThat(suite.getAttribute("errors")).isEqualTo("0");
        assertThat(suite.getAttribute("timestamp")).isEqualTo("2026-01-02T03:04:05");
        Element testCase = only(report, "testcase");
        assertThat(testCase.getAttribute("name")).isEqualTo("tp99<10ms: closed loop: 24 users");
        assertThat(testCase.getAttribute("classname")).isEqualTo("multipool-bench.run");
        assertThat(testCase.getAttribute("time")).isEqualTo("15.000");
        assertThat(report.getElementsByTagName("failure").getLength()).isZero();
        assertThat(property(report, "throughputPerSecond")).isEqualTo("1234.500");
        assertThat(property(report, "p99Millis")).isEqualTo("3.000");
    }

    @Test
    void aRunThatMisses_isAFailureThatSaysWhy() throws Exception {
        Document report = report("tp99<2ms", MadeUpRun.valid());

        assertThat(only(report, "testsuite").getAttribute("failures")).isEqualTo("1");
        Element failure = only(report, "failure");
        assertThat(failure.getParentNode()).isEqualTo(only(report, "testcase"));
        assertThat(failure.getAttribute("type")).isEqualTo("missed");
        assertThat(failure.getAttribute("message")).isEqualTo("tp99 is 3.00 ms (expected: below 2 ms)");
    }

    @Test
    void aRunThatCannotBeTrusted_isAnError() throws Exception {
        Document report = report("tp99<10ms", MadeUpRun.invalid());

        assertThat(only(report, "testsuite").getAttribute("errors")).isEqualTo("1");
        assertThat(only(report, "testsuite").getAttribute("failures")).isEqualTo("0");
        assertThat(only(report, "error").getAttribute("message"))
                .isEqualTo("stopped early: 1.0 s of 3.0 s were measured");
    }

    @Test
    void aSearchThatFindsALoad_isATestCaseWithItsBoundary() throws Exception {
        Document report = parsed(JunitReport.ofSearch(found(48.0), BEGAN, Duration.ofSeconds(90)));

        Element testCase = only(report, "testcase");
        assertThat(testCase.getAttribute("classname")).isEqualTo("multipool-bench.search");
        assertThat(testCase.getAttribute("name")).isEqualTo("tp99<10ms: largest load");
        assertThat(testCase.getAttribute("time")).isEqualTo("90.000");
        assertThat(report.getElementsByTagName("failure").getLength()).isZero();
        assertThat(property(report, "lastPass")).isEqualTo("48.000");
        assertThat(property(report, "firstFail")).isEqualTo("none");
        assertThat(property(report, "runs")).isEqualTo("1");
    }

    @Test
    void aSearchThatFindsNone_isAFailureThatSaysWhy() throws Exception {
        Document report = parsed(JunitReport.ofSearch(found(null), BEGAN, Duration.ofSeconds(90)));

        assertThat(only(report, "testsuite").getAttribute("failures")).isEqualTo("1");
        assertThat(only(report, "failure").getAttribute("message"))
                .isEqualTo("no load that was tried holds it: the time is up");
    }

    private static SearchResult found(@Nullable Double lastPass) {
        Objective objective = Objective.parse("tp99<10ms");
        return new SearchResult(
                objective,
                "users",
                new SearchResult.Boundary(lastPass, null, null),
                false,
                "the time is up",
                List.of(JudgedRun.of(48, objective, MadeUpRun.valid())));
    }

    private static Document report(String objective, LoadResult result) throws Exception {
        return parsed(JunitReport.ofRun("closed loop: 24 users", Objective.parse(objective), result));
    }

    private static Document parsed(String xml) throws Exception {
        return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(new StringReader(xml)));
    }

    private static Element only(Document report, String name) {
        assertThat(report.getElementsByTagName(name).getLength()).as(name).isEqualTo(1);
        return (Element) report.getElementsByTagName(name).item(0);
    }

    private static String property(Document report, String name) {
        var properties = report.getElementsByTagName("property");
        for (int i = 0; i < properties.getLength(); i++) {
            Element property = (Element) properties.item(i);
            if (property.getAttribute("name").equals(name)) {
                return property.getAttribute("value");
            }
        }
        throw new AssertionError("no property " + name);
    }
}
