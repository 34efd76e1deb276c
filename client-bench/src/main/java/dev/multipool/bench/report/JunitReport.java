package dev.multipool.bench.report;

import dev.multipool.bench.plan.LoadPlan;
import dev.multipool.bench.result.LoadResult;
import dev.multipool.bench.search.JudgedRun;
import dev.multipool.bench.search.SearchResult;
import dev.multipool.capacity.Objective;
import java.io.StringWriter;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/**
 * An objective as one test case in the XML that CI servers read as JUnit's: a run that misses it, or a search that finds no
 * load that holds it, is a failure; a run that cannot be trusted is an error.
 */
public final class JunitReport {
    private static final String SUITE = "multipool-bench";

    private JunitReport() {}

    /**
     * The report of a run as XML.
     *
     * @param load in words, a part of the test case's name
     */
    public static String ofRun(String load, Objective objective, LoadResult result) {
        JudgedRun trial = JudgedRun.of(result.setup().plan().load().level(), objective, result);
        Outcome outcome =
                switch (trial.verdict()) {
                    case PASS -> Outcome.PASSED;
                    case FAIL -> new Outcome("failure", "missed", trial.reasons());
                    case INVALID -> new Outcome("error", "invalid", trial.reasons());
                };
        LoadPlan.Timing timing = result.setup().plan().timing();
        return render(new TestCase(
                "run",
                objective + ": " + load,
                Instant.parse(result.setup().startedAt()),
                timing.warmup().plus(timing.duration()),
                properties(result),
                outcome));
    }

    /**
     * The report of a search as XML.
     *
     * @param began when its first run did
     * @param took all runs together
     */
    public static String ofSearch(SearchResult result, Instant began, Duration took) {
        Outcome outcome = result.boundary().lastPass() != null
                ? Outcome.PASSED
                : new Outcome("failure", "missed", List.of("no load that was tried holds it: " + result.endedBy()));
        return render(new TestCase(
                "search", result.objective() + ": largest load", began, took, properties(result), outcome));
    }

    private static String render(TestCase testCase) {
        StringWriter text = new StringWriter();
        try {
            XMLStreamWriter xml = XMLOutputFactory.newInstance().createXMLStreamWriter(text);
            xml.writeStartDocument("UTF-8", "1.0");
            newLine(xml, 0);
            xml.writeStartElement("testsuites");
            newLine(xml, 1);
            writeSuite(xml, testCase);
            newLine(xml, 0);
            xml.writeEndElement();
            newLine(xml, 0);
            xml.writeEndDocument();
            xml.close();
        } catch (XMLStreamException e) {
            throw new IllegalStateException("a report cannot be written to memory", e);
        }
        return text.toString();
    }

    private static void writeSuite(XMLStreamWriter xml, TestCase testCase) throws XMLStreamException {
        String seconds = figure(testCase.took().toNanos() / 1e9);
        xml.writeStartElement("testsuite");
        xml.writeAttribute("name", SUITE);
        xml.writeAttribute("tests", "1");
        xml.writeAttribute("failures", testCase.outcome().element().equals("failure") ? "1" : "0");
        xml.writeAttribute("errors", testCase.outcome().element().equals("error") ? "1" : "0");
        xml.writeAttribute("skipped", "0");
        xml.writeAttribute("time", seconds);
        xml.writeAttribute("timestamp", timestamp(testCase.began()));
        newLine(xml, 2);
        writeProperties(xml, testCase.properties());
        newLine(xml, 2);
        xml.writeStartElement("testcase");
        xml.writeAttribute("classname", SUITE + "." + testCase.command());
        xml.writeAttribute("name", testCase.name());
        xml.writeAttribute("time", seconds);
        if (!testCase.outcome().equals(Outcome.PASSED)) {
            writeReasons(xml, testCase.outcome());
        }
        xml.writeEndElement();
        newLine(xml, 1);
        xml.writeEndElement();
    }

    private static void writeReasons(XMLStreamWriter xml, Outcome outcome) throws XMLStreamException {
        newLine(xml, 3);
        xml.writeStartElement(outcome.element());
        xml.writeAttribute("type", outcome.type());
        xml.writeAttribute("message", String.join("; ", outcome.reasons()));
        xml.writeCharacters(String.join("\n", outcome.reasons()));
        xml.writeEndElement();
        newLine(xml, 2);
    }

    private static void writeProperties(XMLStreamWriter xml, Map<String, String> properties) throws XMLStreamException {
        xml.writeStartElement("properties");
        for (Map.Entry<String, String> property : properties.entrySet()) {
            newLine(xml, 3);
            xml.writeEmptyElement("property");
            xml.writeAttribute("name", property.getKey());
            xml.writeAttribute("value", property.getValue());
        }
        newLine(xml, 2);
        xml.writeEndElement();
    }

    private static Map<String, String> properties(LoadResult result) {
        LoadResult.CorrectedResponseTime corrected = result.times().corrected();
        Map<String, String> properties = new LinkedHashMap<>();
        properties.put("throughputPerSecond", figure(result.counts().throughputPerSecond()));
        properties.put("goodputPerSecond", figure(result.counts().outcome().goodputPerSecond()));
        properties.put("calls", String.valueOf(result.counts().calls()));
        properties.put("errors", String.valueOf(result.errorCount()));
        properties.put("p50Millis", figure(result.times().responseTime().p50Millis()));
        properties.put("p99Millis", figure(result.times().responseTime().p99Millis()));
        properties.put("maxMillis", figure(result.times().responseTime().maxMillis()));
        if (corrected != null) {
            properties.put("correctedP99Millis", figure(corrected.percentiles().p99Millis()));
            properties.put("rawHidesStalls", String.valueOf(result.rawHidesStalls()));
        }
        return properties;
    }

    private static Map<String, String> properties(SearchResult result) {
        Double lastPass = result.boundary().lastPass();
        Double firstFail = result.boundary().firstFail();
        SearchResult.Interval throughput = result.boundary().throughput();
        Map<String, String> properties = new LinkedHashMap<>();
        properties.put("unit", result.unit());
        properties.put("lastPass", lastPass == null ? "none" : figure(lastPass));
        properties.put("firstFail", firstFail == null ? "none" : figure(firstFail));
        if (throughput != null) {
            properties.put("throughputPerSecond", figure(throughput.mean()));
            properties.put("throughputLow", figure(throughput.low()));
            properties.put("throughputHigh", figure(throughput.high()));
        }
        properties.put("runs", String.valueOf(result.trials().size()));
        properties.put("complete", String.valueOf(result.complete()));
        properties.put("endedBy", result.endedBy());
        return properties;
    }

    /** The schema knows no zone and no part of a second; UTC is what other reports write. */
    private static String timestamp(Instant instant) {
        String seconds = instant.truncatedTo(ChronoUnit.SECONDS).toString();
        return seconds.substring(0, seconds.length() - 1);
    }

    private static String figure(double value) {
        return String.format(Locale.ROOT, "%.3f", value);
    }

    private static void newLine(XMLStreamWriter xml, int depth) throws XMLStreamException {
        xml.writeCharacters("\n" + "  ".repeat(depth));
    }

    /** All that the XML says. */
    private record TestCase(
            String command,
            String name,
            Instant began,
            Duration took,
            Map<String, String> properties,
            Outcome outcome) {}

    /** The element that a test case has when it did not pass. */
    private record Outcome(String element, String type, List<String> reasons) {
        static final Outcome PASSED = new Outcome("", "", List.of());
    }
}
