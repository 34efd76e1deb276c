package dev.multipool.bench.app.options;

import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads Linux' form of a set of CPUs, {@code 0-3,8}. */
final class CpuListConverter implements ITypeConverter<Set<Integer>> {
    private static final Pattern RANGE = Pattern.compile("(\\d{1,4})(?:-(\\d{1,4}))?");

    @Override
    public Set<Integer> convert(String list) {
        Set<Integer> cpus = new TreeSet<>();
        for (String range : list.split(",", -1)) {
            Matcher ends = RANGE.matcher(range);
            boolean matches = ends.matches();
            int first = matches ? Integer.parseInt(ends.group(1)) : 0;
            int last = matches && ends.group(2) != null ? Integer.parseInt(ends.group(2)) : first;
            if (!matches || last < first) {
                throw new TypeConversionException("'" + list + "' (expected: CPUs such as 0-3,8)");
            }
            for (int cpu = first; cpu <= last; cpu++) {
                cpus.add(cpu);
            }
        }
        return cpus;
    }
}
