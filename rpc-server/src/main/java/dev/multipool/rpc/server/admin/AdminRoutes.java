package dev.multipool.rpc.server.admin;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Which page answers what. */
final class AdminRoutes {
    /** Stands for the one more segment that a path may have. */
    private static final String REST = "/*";

    private final Map<String, Map<String, Route>> byPath = new LinkedHashMap<>();

    /**
     * A page behind a method and a path.
     *
     * @param description one sentence for the index
     * @param guarded whether it needs the token
     * @param immediate whether it is answered on the event loop: it must not block
     * @param stream what takes over the connection in the page's stead; null for a page that is one answer
     */
    record Route(
            String description,
            boolean guarded,
            boolean immediate,
            AdminPage page,
            @Nullable AdminStream stream) {
        Route(String description, boolean guarded, AdminPage page) {
            this(description, guarded, false, page, null);
        }

        /** A page that looks at next to nothing. */
        static Route immediate(String description, AdminPage page) {
            return new Route(description, false, true, page, null);
        }
    }

    AdminRoutes() {
        byPath.put("/", Map.of("GET", new Route("This list", false, request -> index())));
    }

    void add(String method, String path, Route route) {
        if (byPath.computeIfAbsent(path, added -> new LinkedHashMap<>()).putIfAbsent(method, route) != null) {
            throw new IllegalArgumentException(method + " " + path + " is there already (expected: another path)");
        }
    }

    void addStream(String path, String description, AdminStream stream) {
        AdminPage none = request -> {
            throw new IllegalStateException(path + " is a stream and no page");
        };
        add("GET", path, new Route(description, false, false, none, stream));
    }

    /** Whether there is something behind a path that can be looked at. */
    boolean has(String path) {
        return byPath.getOrDefault(path, Map.of()).containsKey("GET");
    }

    /**
     * The page for a request.
     *
     * @throws AdminException 404 or 405
     */
    Route find(String method, String path) {
        Map<String, Route> methods = byPath.get(path);
        int slash = path.lastIndexOf('/');
        if (methods == null && slash > 0) {
            methods = byPath.get(path.substring(0, slash) + REST);
        }
        if (methods == null) {
            throw new AdminException(404, "no page " + path + " (expected: one of " + byPath.keySet() + ")");
        }
        Route route = methods.get(method);
        if (route == null) {
            throw new AdminException(
                    405,
                    method + " " + path + " (expected: " + String.join(" or ", new TreeSet<>(methods.keySet())) + ")");
        }
        return route;
    }

    private AdminAnswer index() {
        List<Map<String, Object>> pages = new ArrayList<>();
        byPath.forEach((path, methods) -> methods.forEach((method, route) -> {
            Map<String, Object> page = new LinkedHashMap<>();
            page.put("path", path);
            page.put("method", method);
            page.put("what", route.description());
            pages.add(page);
        }));
        return AdminAnswer.tree(pages);
    }
}
