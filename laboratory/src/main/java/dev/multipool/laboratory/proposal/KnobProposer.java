package dev.multipool.laboratory.proposal;

import dev.multipool.laboratory.description.DescriptionReader;
import dev.multipool.laboratory.description.Knob;
import dev.multipool.laboratory.description.KnobValues;
import dev.multipool.laboratory.description.ReadBack;
import dev.multipool.laboratory.knob.JvmLook.BeanValue;
import dev.multipool.laboratory.proposal.Framework.Reach;
import dev.multipool.laboratory.proposal.Proposal.ProposedKnob;
import dev.multipool.laboratory.proposal.Proposal.Source;
import dev.multipool.laboratory.result.KnobWay;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Makes knobs of the pools that were seen. */
final class KnobProposer {
    private static final Pattern ASSIGNMENT = Pattern.compile("(?:--|-D)([^=]+)=([0-9]{1,9})");
    private static final KnobValues.Range UNKNOWN = new KnobValues.Range(2, 64, KnobValues.Scale.LOG, null);

    private final ServiceFacts facts;
    private final List<String> command;
    private final List<ProposedKnob> knobs = new ArrayList<>();
    private final Set<String> names = new TreeSet<>();

    private KnobProposer(ServiceFacts facts, List<String> command) {
        this.facts = facts;
        this.command = new ArrayList<>(command);
    }

    /**
     * Proposes them.
     *
     * @param command in which a value may become the knob's placeholder
     */
    static KnobProposer of(ServiceFacts facts, Optional<Framework> framework, List<String> command) {
        KnobProposer proposer = new KnobProposer(facts, command);
        for (KnownPool pool : KnownPool.values()) {
            proposer.addBeans(pool);
        }
        framework.ifPresent(known -> known.settings().forEach(proposer::addSetting));
        if (proposer.knobs.isEmpty()) {
            proposer.knobs.add(new ProposedKnob(
                    null,
                    new Knob("threads", UNKNOWN, new KnobWay.Environment(DescriptionReader.TO_EDIT), null),
                    Source.NONE));
        }
        return proposer;
    }

    List<String> command() {
        return command;
    }

    /** Those that can be set first. */
    List<ProposedKnob> knobs() {
        List<ProposedKnob> sorted = new ArrayList<>(knobs);
        sorted.sort(java.util.Comparator.comparing(ProposedKnob::isToEdit));
        return sorted;
    }

    private void addBeans(KnownPool pool) {
        List<BeanValue> sizes = values(pool).stream()
                .filter(value -> value.attribute().equals(pool.attribute())
                        && size(value.value()).isPresent())
                .toList();
        for (BeanValue size : sizes) {
            // a single one is named by the pattern, as its own name may have the port in it
            String bean = sizes.size() == 1 ? pool.bean() : size.bean();
            KnobWay way = size.writable()
                    ? new KnobWay.JmxAttribute(bean, pool.attribute())
                    : new KnobWay.Environment(DescriptionReader.TO_EDIT);
            long today = size(size.value()).getAsLong();
            knobs.add(new ProposedKnob(
                    pool,
                    new Knob(
                            newName(pool.knob()),
                            range(today, size.writable() ? floor(pool, size.bean()) : 1),
                            way,
                            new ReadBack.Jmx(bean, pool.attribute())),
                    size.writable() ? Source.MBEAN : Source.READ_ONLY_MBEAN));
        }
    }

    private List<BeanValue> values(KnownPool pool) {
        return facts.jvm() == null
                ? List.of()
                : facts.jvm().values().stream()
                        .filter(value -> value.pattern().equals(pool.bean()))
                        .toList();
    }

    private long floor(KnownPool pool, String bean) {
        return values(pool).stream()
                .filter(value -> value.bean().equals(bean) && value.attribute().equals(pool.floor()))
                .map(value -> size(value.value()))
                .filter(OptionalLong::isPresent)
                .mapToLong(OptionalLong::getAsLong)
                .findFirst()
                .orElse(1);
    }

    /** A pool without an MBean yet, of which its threads tell that it is there. */
    private void addSetting(Framework.Setting setting) {
        KnownPool pool = setting.pool();
        if (facts.jvm() == null || !pool.isNamedBy(facts.jvm().threads()) || names.contains(pool.knob())) {
            return;
        }
        String name = newName(pool.knob());
        long today = setting.usual();
        Source source = Source.USUAL;
        KnobWay way = new KnobWay.Environment(setting.variable());
        OptionalLong variable = size(facts.environment().getOrDefault(setting.variable(), ""));
        if (variable.isPresent()) {
            today = variable.getAsLong();
            source = Source.VARIABLE;
        }
        for (int i = 0; i < command.size(); i++) {
            Matcher word = ASSIGNMENT.matcher(command.get(i));
            if (word.matches() && plain(word.group(1)).equals(plain(setting.variable()))) {
                today = Long.parseLong(word.group(2));
                source = Source.COMMAND;
                if (setting.reach() == Reach.START) {
                    // the command wins over a variable
                    command.set(i, command.get(i).substring(0, word.start(2)) + "{" + name + "}");
                    way = new KnobWay.Placeholder();
                }
            }
        }
        if (setting.reach() == Reach.LIVE) {
            way = new KnobWay.JmxAttribute(pool.bean(), pool.attribute());
        }
        knobs.add(new ProposedKnob(
                pool, new Knob(name, range(today, 1), way, new ReadBack.Jmx(pool.bean(), pool.attribute())), source));
    }

    /** {@code SERVER_TOMCAT_THREADS_MAX} and {@code server.tomcat.threads-max} are the same setting. */
    private static String plain(String name) {
        return name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "");
    }

    private String newName(String wanted) {
        String name = wanted;
        for (int i = 2; !names.add(name); i++) {
            name = wanted + "-" + i;
        }
        return name;
    }

    /** Empty for what is no size, such as -1 for "as many as wanted". */
    private static OptionalLong size(@Nullable String text) {
        return text != null && text.matches("[0-9]{1,9}") && Long.parseLong(text) > 0
                ? OptionalLong.of(Long.parseLong(text))
                : OptionalLong.empty();
    }

    /** From a quarter to eight times of today's value, at least from 2, and not below what can be set. */
    private static KnobValues.Range range(long today, long floor) {
        long min = Math.min(today, Math.max(Math.max(2, floor), today / 4));
        return new KnobValues.Range(min, 8 * today, KnobValues.Scale.LOG, today);
    }
}
