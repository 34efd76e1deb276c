package dev.multipool.laboratory.machine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Which processes share a core by thread, and which by group: the scheduler first divides a core between groups, then each
 * group's part between its threads. A group is a control group with the cpu controller; in the root of these it is an
 * autogroup, which is a session, where autogroups are on.
 *
 * @param autogroups whether each session is a group
 * @param together whether all processes are in one group; true where the system does not tell
 * @param groups each with its processes; empty where the system does not tell
 */
public record SchedulingGroups(boolean autogroups, boolean together, List<Group> groups) {
    /** Where nothing is known. */
    public static final SchedulingGroups UNKNOWN = new SchedulingGroups(false, true, List.of());

    private static final Pattern AUTOGROUP = Pattern.compile("/(\\S+) nice (-?\\d+)");

    /** Places behind the command's closing parenthesis in /proc/PID/stat: state, parent, process group, session. */
    private static final int SESSION = 3;

    public SchedulingGroups {
        groups = List.copyOf(groups);
    }

    /**
     * Some processes that share by thread.
     *
     * @param name the control group's path, or the autogroup's name
     * @param session of its first member
     * @param nice of the autogroup; 0 for other groups
     * @param members the processes by what they do
     */
    public record Group(String name, long session, int nice, List<String> members) {
        public Group {
            members = List.copyOf(members);
        }

        private Group with(String member) {
            List<String> all = new ArrayList<>(members);
            all.add(member);
            return new Group(name, session, nice, all);
        }
    }

    /**
     * Reads them.
     *
     * @param root of the file system
     * @param processes their numbers by what they do; one that has ended is left out
     */
    public static SchedulingGroups of(Path root, Map<String, Long> processes) {
        boolean autogroups =
                read(root.resolve("proc/sys/kernel/sched_autogroup_enabled")).equals("1");
        Map<String, Group> groups = new LinkedHashMap<>();
        processes.forEach((member, pid) -> {
            Group group = group(root, autogroups, pid);
            if (group != null) {
                Group known = groups.get(group.name());
                groups.put(group.name(), (known == null ? group : known).with(member));
            }
        });
        return new SchedulingGroups(autogroups, groups.size() <= 1, List.copyOf(groups.values()));
    }

    private static @Nullable Group group(Path root, boolean autogroups, long pid) {
        Path process = root.resolve("proc").resolve(Long.toString(pid));
        String stat = read(process.resolve("stat"));
        if (stat.isEmpty()) {
            return null;
        }
        // the command, in parentheses, may hold spaces
        long session = Long.parseLong(stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1)[SESSION]);
        String cgroup = controlGroup(root, read(process.resolve("cgroup")));
        if (!autogroups || !cgroup.equals("/")) {
            return new Group(cgroup, session, 0, List.of());
        }
        Matcher autogroup = AUTOGROUP.matcher(read(process.resolve("autogroup")));
        return autogroup.matches()
                ? new Group(autogroup.group(1), session, Integer.parseInt(autogroup.group(2)), List.of())
                : new Group("session-" + session, session, 0, List.of());
    }

    /** The control group whose share of CPU time counts. Lines are {@code 4:cpu,cpuacct:/a}, in version 2 {@code 0::/a}. */
    private static String controlGroup(Path root, String memberships) {
        String second = "";
        for (String line : memberships.lines().toList()) {
            String[] fields = line.split(":", 3);
            if (fields.length == 3 && List.of(fields[1].split(",", -1)).contains("cpu")) {
                return fields[2];
            }
            if (fields.length == 3 && fields[1].isEmpty()) {
                second = fields[2];
            }
        }
        return withWeight(root.resolve("sys/fs/cgroup"), second);
    }

    /** In version 2 the nearest group upwards that has the controller. */
    private static String withWeight(Path mount, String path) {
        Path group = Path.of("/").relativize(Path.of("/" + path).normalize());
        while (!group.toString().isEmpty()) {
            if (Files.exists(mount.resolve(group).resolve("cpu.weight"))) {
                return "/" + group;
            }
            Path parent = group.getParent();
            group = parent == null ? Path.of("") : parent;
        }
        return "/";
    }

    /** The text without white space around it; empty where it can't be read. */
    private static String read(Path file) {
        try {
            return Files.readString(file).strip();
        } catch (IOException e) {
            return "";
        }
    }

    /** For the setup of a run. */
    public String sentence() {
        if (groups.isEmpty()) {
            return "how the scheduler groups the processes is not known";
        }
        if (together) {
            return "the measured processes are in one scheduling group, so they share a core by thread";
        }
        return "the measured processes are in " + groups.size() + " scheduling groups, so these share a core by group: "
                + groups.stream()
                        .map(group -> String.join(" and ", group.members()))
                        .collect(Collectors.joining(" against "));
    }
}
