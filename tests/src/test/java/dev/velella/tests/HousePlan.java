package dev.velella.tests;

import com.tngtech.archunit.core.domain.JavaClass;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The tables of modules and packages in {@code docs/design.md}. A table of modules has the header {@code module}; a table of
 * packages has the prefix of its packages as header, and a column {@code Kafka}.
 */
final class HousePlan {
    private static final Pattern NAME = Pattern.compile("`([^`]+)`");
    /** Class files of a module: in its folder while it is built, else in its jar. */
    private static final Pattern PLACE = Pattern.compile("/([^/]+)/target/classes/|/velella-([a-z-]+?)-\\d[^/]*\\.jar");

    private static final List<String> CLIENTS = List.of("clients.", "common.");
    private static final List<String> CONNECT = List.of(
            "clients.",
            "common.",
            "connect.data.",
            "connect.storage.",
            "connect.errors.",
            "connect.header.",
            "connect.source.",
            "connect.sink.",
            "connect.connector.",
            "connect.transforms.",
            "connect.components.",
            "connect.util.");
    private static final Map<String, List<String>> KAFKA = Map.of(
            "nothing", List.of(),
            "options", List.of("common.config."),
            "clients", CLIENTS,
            "Streams", List.of("clients.", "common.", "streams."),
            "Streams, converters",
                    List.of("clients.", "common.", "streams.", "connect.data.", "connect.storage.", "connect.errors."),
            "Connect", CONNECT,
            "all", List.of(""));

    private final Map<String, Set<String>> uses = new HashMap<>();
    private final Map<String, Row> rows = new HashMap<>();
    /** Packages of rows that hold for no package inside theirs. */
    private final Set<String> roots = new HashSet<>();

    private final Map<JavaClass, Optional<String>> modulesOfTypes = new HashMap<>();

    /** @param kafka a key of {@link #KAFKA} */
    record Row(int table, int number, String kafka) {
        boolean mayUseOfKafka(String type) {
            String rest = type.substring("org.apache.kafka.".length());
            return KAFKA.get(kafka).stream().anyMatch(rest::startsWith);
        }
    }

    private HousePlan() {}

    /**
     * The plan of a page.
     *
     * @throws IllegalArgumentException if two rows name a package, or a row says something unknown of Kafka
     */
    static HousePlan of(String page) {
        HousePlan plan = new HousePlan();
        List<List<String>> table = new ArrayList<>();
        int tables = 0;
        for (String line : (page + "\n\n").lines().toList()) {
            if (line.startsWith("|")) {
                table.add(List.of(line.substring(1).trim().split("\\s*\\|\\s*")));
            } else if (!table.isEmpty()) {
                plan.add(tables++, table);
                table.clear();
            }
        }
        return plan;
    }

    private void add(int number, List<List<String>> table) {
        List<String> header = table.get(0);
        int kafka = header.indexOf("Kafka");
        for (int i = 2; i < table.size(); i++) {
            List<String> cells = table.get(i);
            if (header.get(0).equals("module") && header.contains("may use")) {
                addModule(cells, header.indexOf("may use"));
            } else if (kafka > 0) {
                addPackages(names(header.get(0)).get(0), cells.get(0), new Row(number, i, cells.get(kafka)));
            }
        }
    }

    private void addModule(List<String> cells, int column) {
        String module = names(cells.get(0)).get(0).replaceFirst("/$", "");
        Set<String> used = new HashSet<>(names(cells.get(column)));
        if (cells.get(column).equals("all")) {
            used.add("all");
        }
        uses.put(module, used);
    }

    private void addPackages(String prefix, String cell, Row row) {
        if (!KAFKA.containsKey(row.kafka())) {
            throw new IllegalArgumentException(cell + ": " + row.kafka() + " is none of " + KAFKA.keySet());
        }
        if (cell.equals("(root)")) {
            roots.add(prefix);
        }
        List<String> names = cell.equals("(root)")
                ? List.of(prefix)
                : names(cell).stream().map(name -> prefix + "." + name).toList();
        for (String name : names) {
            if (rows.put(name, row) != null) {
                throw new IllegalArgumentException("two rows name " + name);
            }
        }
    }

    private static List<String> names(String cell) {
        List<String> names = new ArrayList<>();
        Matcher matcher = NAME.matcher(cell);
        while (matcher.find()) {
            names.add(matcher.group(1));
        }
        return names;
    }

    /** Folders of the modules with classes. */
    Set<String> modules() {
        Set<String> modules = new HashSet<>(uses.keySet());
        modules.removeAll(Set.of("tests", "deploy"));
        modules.addAll(Set.of("deploy/app", "deploy/mqtt-broker"));
        return modules;
    }

    /** The packages that rows name. */
    Set<String> packages() {
        return rows.keySet();
    }

    /** The module of a class by the place that it was loaded from; empty if it is of another program, or of tests. */
    Optional<String> module(JavaClass type) {
        return modulesOfTypes.computeIfAbsent(type, each -> each.getSource().flatMap(source -> {
            Matcher place = PLACE.matcher(source.getUri().toString());
            if (!place.find()) {
                return Optional.empty();
            }
            String name = place.group(1) == null ? place.group(2) : place.group(1);
            return modules().stream()
                    .filter(module -> module.equals(name) || module.endsWith("/" + name))
                    .findFirst();
        }));
    }

    /** Whether a module may use another, or what that one may use. */
    boolean mayUse(String from, String to) {
        Set<String> used = uses.getOrDefault(from.replaceFirst("/.*", ""), Set.of());
        return from.equals(to)
                || used.contains("all")
                || used.contains(to)
                || used.stream().filter(uses::containsKey).anyMatch(each -> mayUse(each, to));
    }

    /** The row of a package: of the longest name that it begins with. A row "(root)" is for that one package. */
    Optional<Row> row(String name) {
        for (String each = name; !each.isEmpty(); each = each.substring(0, Math.max(0, each.lastIndexOf('.')))) {
            if (rows.containsKey(each) && (each.equals(name) || !roots.contains(each))) {
                return Optional.of(rows.get(each));
            }
        }
        return Optional.empty();
    }

    /** Whether a package stands in a higher row than another, or in the same, or in another table. */
    boolean isAbove(String upper, String lower) {
        Row above = row(upper).orElseThrow(() -> new IllegalStateException("no row for " + upper));
        Row below = row(lower).orElseThrow(() -> new IllegalStateException("no row for " + lower));
        return above.table() != below.table() || above.number() <= below.number();
    }
}
