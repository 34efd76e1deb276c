package dev.multipool.bench.report;

import dev.multipool.bench.LoadPlan;
import dev.multipool.bench.LoadResult;
import dev.multipool.bench.search.Objective;
import dev.multipool.bench.search.Trial;
import java.io.StringWriter;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/**
 * An objective as one test case in the XML that CI servers read as JUnit's: a run that misses it is a failure, one that
 * cannot be trusted an error.
 */
public final class JunitReport {
    private static final String SUITE = "multipool-bench";

    private JunitReport() {}

    /**
     * The report as XML.
     *
     * @param load in words, a part of the test case's name
     */
    public static String render(String load, Objective objective, LoadResult result) {
        Trial trial = Trial.of(result.plan().load().level(), objective, result);
        StringWriter text = new StringWriter();
        try {
            XMLStreamWriter xml = XMLOutputFactory.newInstance().createXMLStreamWriter(text);
            xml.writeStartDocument("UTF-8", "1.0");
            newLine(xml, 0);
            xml.writeStartElement("testsuites");
            newLine(xml, 1);
            writeSuite(xml, load, objective, result, trial);
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

    private static void writeSuite(
            XMLStreamWriter xml, String load, Objective objective, LoadResult result, Trial trial)
            throws XMLStreamException {
        String seconds = seconds(result.plan().timing());
        xml.writeStartElement("testsuite");
        xml.writeAttribute("name", SUITE);
        xml.writeAttribute("tests", "1");
        xml.writeAttribute("failures", trial.verdict() == Trial.Verdict.FAIL ? "1" : "0");
        xml.writeAttribute("errors", trial.verdict() == Trial.Verdict.INVALID ? "1" : "0");
        xml.writeAttribute("skipped", "0");
        xml.writeAttribute("time", seconds);
        xml.writeAttribute("timestamp", timestamp(result.startedAt()));
        newLine(xml, 2);
        writeProperties(xml, properties(result));
        newLine(xml, 2);
        xml.writeStartElement("testcase");
        xml.writeAttribute("classname", SUITE + ".run");
        xml.writeAttribute("name", objective + ": " + load);
        xml.writeAttribute("time", seconds);
        switch (trial.verdict()) {
            case PASS -> {}
            case FAIL -> writeReasons(xml, "failure", "missed", trial);
            case INVALID -> writeReasons(xml, "error", "invalid", trial);
        }
        xml.writeEndElement();
        newLine(xml, 1);
        xml.writeEndElement();
    }

    private static void writeReasons(XMLStreamWriter xml, String element, String type, Trial trial)
            throws XMLStreamException {
        newLine(xml, 3);
        xml.writeStartElement(element);
        xml.writeAttribute("type", type);
        xml.writeAttribute("message", String.join("; ", trial.reasons()));
        xml.writeCharacters(String.join("\n", trial.reasons()));
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
        LoadResult.CorrectedResponseTime corrected = result.corrected();
        Map<String, String> properties = new LinkedHashMap<>();
        properties.put("throughputPerSecond", figure(result.throughputPerSecond()));
        properties.put("goodputPerSecond", figure(result.outcome().goodputPerSecond()));
        properties.put("calls", String.valueOf(result.calls()));
        properties.put("errors", String.valueOf(result.errorCount()));
        properties.put("p50Millis", figure(result.responseTime().p50Millis()));
        properties.put("p99Millis", figure(result.responseTime().p99Millis()));
        properties.put("maxMillis", figure(result.responseTime().maxMillis()));
        if (corrected != null) {
            properties.put("correctedP99Millis", figure(corrected.percentiles().p99Millis()));
            properties.put("rawHidesStalls", String.valueOf(result.rawHidesStalls()));
        }
        return properties;
    }

    private static String seconds(LoadPlan.Timing timing) {
        Duration length = timing.warmup().plus(timing.duration());
        return figure(length.toNanos() / 1e9);
    }

    /** The schema knows no zone and no part of a second; UTC is what other reports write. */
    private static String timestamp(String instant) {
        String seconds = Instant.parse(instant).truncatedTo(ChronoUnit.SECONDS).toString();
        return seconds.substring(0, seconds.length() - 1);
    }

    private static String figure(double value) {
        return String.format(Locale.ROOT, "%.3f", value);
    }

    private static void newLine(XMLStreamWriter xml, int depth) throws XMLStreamException {
        xml.writeCharacters("\n" + "  ".repeat(depth));
    }
}
