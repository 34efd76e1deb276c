package dev.multipool.laboratory.description;

import dev.multipool.bench.plan.KeyDistribution;
import dev.multipool.bench.plan.TemplateValues;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads what stands for a placeholder: {@code 1..10000}, {@code zipf:1.1:1..10000}, {@code @products.csv:id} or
 * {@code zipf:1.1:@products.csv:id}.
 */
final class ValueSpec {
    private static final Pattern FORM =
            Pattern.compile("(?:(zipf:[^:]+):)?(?:(-?[0-9]{1,18})\\.\\.(-?[0-9]{1,18})|@(.+):([^:]+))");

    private ValueSpec() {}

    /**
     * Reads it.
     *
     * @param folder where files lie whose path is not absolute
     * @throws IllegalArgumentException when it is none, or its file can't be read
     */
    static TemplateValues parse(String text, Path folder) {
        Matcher form = FORM.matcher(text.strip());
        if (!form.matches()) {
            throw new IllegalArgumentException("'" + text
                    + "' (expected: MIN..MAX, zipf:EXPONENT:MIN..MAX, @FILE.csv:COLUMN, or a list of texts)");
        }
        KeyDistribution drawn = form.group(1) == null ? KeyDistribution.UNIFORM : KeyDistribution.parse(form.group(1));
        if (form.group(4) != null) {
            return new TemplateValues.Listed(CsvColumn.read(folder.resolve(form.group(4)), form.group(5)), drawn);
        }
        return new TemplateValues.Range(Long.parseLong(form.group(2)), Long.parseLong(form.group(3)), drawn);
    }
}
