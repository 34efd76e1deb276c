package dev.multipool.laboratory.proposal;

import dev.multipool.laboratory.description.DescriptionReader;
import dev.multipool.laboratory.description.Knob;
import dev.multipool.laboratory.description.KnobValues;
import dev.multipool.laboratory.description.Placeholders;
import dev.multipool.laboratory.description.ReadBack;
import dev.multipool.laboratory.description.Ready;
import dev.multipool.laboratory.proposal.Proposal.ProposedKnob;
import dev.multipool.laboratory.proposal.ServiceFacts.Sample;
import dev.multipool.laboratory.result.KnobWay;
import java.util.Optional;

/** Writes a proposal as a description, with comments that say why. */
final class ProposalYaml {
    private static final String PORT = "{" + Placeholders.PORT + "}";

    private final Proposal proposal;
    private final StringBuilder yaml = new StringBuilder();

    private ProposalYaml(Proposal proposal) {
        this.proposal = proposal;
    }

    static String of(Proposal proposal) {
        return new ProposalYaml(proposal).write();
    }

    private String write() {
        service();
        knobs();
        if (!proposal.constraints().isEmpty()) {
            line(0, "constraints:");
            comment(1, "a call has one thread, so it never holds more connections than there are threads");
            proposal.constraints().forEach(constraint -> line(1, "- " + constraint));
        }
        load();
        return yaml.toString();
    }

    private void service() {
        line(0, "service:");
        comment(1, portReason());
        line(1, "start: " + YamlText.scalar(YamlText.command(proposal.launch().command())));
        line(1, "directory: " + YamlText.scalar(proposal.launch().directory().toString()));
        if (!proposal.missing().isEmpty()) {
            comment(1, "it has variables that this shell had not; if it needs them, add them to environment:");
            comment(1, String.join(", ", proposal.missing()));
        }
        if (!proposal.launch().environment().isEmpty()) {
            line(1, "environment:");
            proposal.launch().environment().forEach((name, value) -> {
                line(
                        2,
                        YamlText.scalar(name) + ": " + YamlText.scalar(value)
                                + proposal.framework()
                                        .filter(known -> known.showing().containsKey(name))
                                        .map(known -> " # " + known.shownName() + " then shows its pools as MBeans")
                                        .orElse(""));
            });
        }
        if (proposal.launch().ready() instanceof Ready.Http http) {
            if (proposal.portPlace() != PortPlaces.Place.NOWHERE && !http.url().contains(PORT)) {
                comment(1, "not the port that is called; this one is fixed, and must be free");
            }
            line(1, "ready: " + YamlText.scalar(http.url()));
        } else if (proposal.launch().ready() instanceof Ready.Tcp tcp) {
            comment(1, "none of the known paths answers 2xx, so a connection has to do");
            line(1, "ready: {tcp: " + YamlText.flowScalar(tcp.address()) + "}");
        }
    }

    private String portReason() {
        return switch (proposal.portPlace()) {
            case GIVEN, COMMAND -> "{port} is a free port, another one for each start";
            case VARIABLE -> "a variable says the port, so it can be any";
            case FRAMEWORK ->
                "the variable "
                        + proposal.framework().map(Framework::portVariable).orElse("")
                        + " sets the port over what its files say";
            case NOWHERE ->
                "port " + proposal.main().at().port()
                        + " stands neither in the command nor in a variable; it is fixed, and must be free";
        };
    }

    private void knobs() {
        line(0, "knobs:");
        for (ProposedKnob each : proposal.knobs()) {
            comment(1, reason(each));
            line(1, each.knob().name() + ": " + knob(each.knob()));
        }
        proposal.leftOut()
                .forEach(each -> comment(
                        1,
                        "left out, as there are at most " + proposal.knobs().size() + " knobs: "
                                + each.knob().name() + ": " + knob(each.knob())));
    }

    private String reason(ProposedKnob each) {
        return switch (each.source()) {
            case MBEAN -> "its MBean told today's value, and takes others while it runs";
            case READ_ONLY_MBEAN -> edit("its MBean only tells the value; name the variable that sets it");
            case COMMAND -> "the command says today's value";
            case VARIABLE -> "a variable says today's value";
            case USUAL ->
                "today's value is a guess: what "
                        + proposal.framework().map(Framework::shownName).orElse("")
                        + " takes where no file says another";
            case NONE -> edit("no known pool was found; name the variable that sets one, or another way");
        };
    }

    private static String edit(String what) {
        return "replace " + DescriptionReader.TO_EDIT + ": " + what;
    }

    private static String knob(Knob knob) {
        KnobValues.Range range = (KnobValues.Range) knob.values();
        StringBuilder text = new StringBuilder("{range: " + range.min() + ".." + range.max());
        if (range.start() != null) {
            text.append(", start: ").append(range.start());
        }
        ReadBack read = knob.readBack();
        if (knob.way() instanceof KnobWay.JmxAttribute way) {
            text.append(", ").append(jmx(way.bean(), way.attribute()));
        } else {
            if (knob.way() instanceof KnobWay.Environment way) {
                text.append(", env: ").append(YamlText.flowScalar(way.variable()));
            }
            if (read instanceof ReadBack.Jmx told) {
                text.append(", read: {")
                        .append(jmx(told.bean(), told.attribute()))
                        .append("}");
            }
        }
        return text.append("}").toString();
    }

    private static String jmx(String bean, String attribute) {
        return "jmx: " + YamlText.flowScalar(bean) + ", attribute: " + YamlText.flowScalar(attribute);
    }

    private void load() {
        line(0, "load:");
        String port = proposal.portPlace() == PortPlaces.Place.NOWHERE
                ? Integer.toString(proposal.main().at().port())
                : PORT;
        String start = "GET http://" + proposal.main().at().host() + ":" + port;
        Optional<Sample> sample = Optional.ofNullable(proposal.main().sample());
        if (sample.isEmpty()) {
            comment(
                    1,
                    edit(
                            proposal.main().http()
                                    ? "no API document was found; name a path that the service is called by"
                                    : "it speaks no HTTP/1.1 here; name a URL of the service that does"));
            line(1, "http: " + YamlText.scalar(start + "/" + DescriptionReader.TO_EDIT));
            return;
        }
        ApiPath path = sample.get().path();
        if (!sample.get().answered()) {
            comment(
                    1,
                    "to the value 1 it answered " + sample.get().status() + "; give values for which it answers 2xx");
        }
        line(1, "http: " + YamlText.scalar(start + path.path()));
        path.names().forEach(name -> line(1, name + ": 1..100"));
    }

    private void comment(int level, String text) {
        line(level, "# " + text);
    }

    private void line(int level, String text) {
        yaml.append("  ".repeat(level)).append(text).append('\n');
    }
}
