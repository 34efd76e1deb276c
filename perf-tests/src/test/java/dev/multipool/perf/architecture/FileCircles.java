package dev.multipool.perf.architecture;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Circles of source files: each file of a circle depends, over others of it, on itself. None of them can be understood without all
 * the others.
 *
 * @param files how many source files were looked at
 * @param circles the names of their top-level types, the largest circle first
 */
record FileCircles(int files, List<Set<String>> circles) {

    /** The circles among the classes of these packages. */
    static FileCircles among(JavaClasses classes, String... packages) {
        Map<String, Set<String>> arrows = new TreeMap<>();
        for (JavaClass type : classes) {
            if (isIn(type, packages)) {
                arrows.computeIfAbsent(fileOf(type), file -> new TreeSet<>())
                        .addAll(type.getDirectDependenciesFromSelf().stream()
                                .map(Dependency::getTargetClass)
                                .filter(target -> isIn(target, packages))
                                .map(FileCircles::fileOf)
                                .collect(Collectors.toSet()));
            }
        }
        List<Set<String>> circles = new ComponentSearch(arrows)
                .components().stream()
                        .filter(component -> component.size() > 1)
                        .sorted((one, other) -> other.size() - one.size())
                        .toList();
        return new FileCircles(arrows.size(), circles);
    }

    /** Files in circles, as a part of all. */
    double share() {
        return files == 0 ? 0 : (double) circles.stream().mapToInt(Set::size).sum() / files;
    }

    int largest() {
        return circles.isEmpty() ? 0 : circles.get(0).size();
    }

    private static boolean isIn(JavaClass type, String... packages) {
        return Set.of(packages).stream().anyMatch(each -> (type.getPackageName() + ".").startsWith(each + "."));
    }

    private static String fileOf(JavaClass type) {
        JavaClass outermost = type.getBaseComponentType();
        for (Optional<JavaClass> outer = outermost.getEnclosingClass();
                outer.isPresent();
                outer = outermost.getEnclosingClass()) {
            outermost = outer.get();
        }
        return outermost.getName();
    }

    /** Strongly connected components: R. Tarjan, "Depth-first search and linear graph algorithms" (1972). */
    private static final class ComponentSearch {
        private final Map<String, Set<String>> arrows;
        private final Map<String, Integer> order = new HashMap<>();
        private final Map<String, Integer> lowest = new HashMap<>();
        private final Deque<String> open = new ArrayDeque<>();
        private final List<Set<String>> components = new ArrayList<>();

        private ComponentSearch(Map<String, Set<String>> arrows) {
            this.arrows = arrows;
        }

        private List<Set<String>> components() {
            for (String file : arrows.keySet()) {
                if (!order.containsKey(file)) {
                    visit(file);
                }
            }
            return components;
        }

        private void visit(String file) {
            int number = order.size();
            order.put(file, number);
            lowest.put(file, number);
            open.push(file);
            for (String target : arrows.getOrDefault(file, Set.of())) {
                if (!order.containsKey(target)) {
                    visit(target);
                    lowest.merge(file, lowest.get(target), Math::min);
                } else if (open.contains(target)) {
                    lowest.merge(file, order.get(target), Math::min);
                }
            }
            if (lowest.get(file) == number) {
                Set<String> component = new TreeSet<>();
                String member;
                do {
                    member = open.pop();
                    component.add(member);
                } while (!member.equals(file));
                components.add(component);
            }
        }
    }
}
