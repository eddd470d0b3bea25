package dev.velella.sink.options;

import dev.velella.kit.options.Spelling;
import dev.velella.sink.options.ChainOptions.OnChainBreak;
import dev.velella.sink.options.HistoryOptions.OnLostHistory;
import dev.velella.sink.query.ElementQuery;
import dev.velella.sink.targets.TargetType;
import dev.velella.sink.targets.remote.RemoteOptions;
import dev.velella.sink.targets.remote.UrlTemplate;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Checks combinations of the options for routing. Stateless. */
final class RoutingChecks {
    /** Begin of the name of a placeholder for a header. */
    static final String HEADER = "header.";

    private static final Set<String> OF_RECORDS = Set.of("key", "topic");

    private RoutingChecks() {}

    /** The problems: option to message. An option that is wrong by itself is reported by its definition, not here. */
    static Map<String, String> problems(Map<String, String> properties) {
        Map<String, String> problems = new LinkedHashMap<>();
        String url = properties.getOrDefault(RemoteOptions.URL.name(), "");
        String updates = properties.getOrDefault(RemoteOptions.UPDATE_URL.name(), "");
        TargetType type = TargetTypes.of(properties);
        if (type.isInWorker()) {
            return problems; // its place has no address
        }
        if (!UrlTemplate.isTemplate(url) && !UrlTemplate.isTemplate(updates)) {
            for (String option : RoutingOptions.names()) {
                if (properties.containsKey(option)) {
                    problems.put(
                            option, option + " needs placeholders in " + RemoteOptions.URL.name() + ", such as {key}");
                }
            }
            return problems;
        }
        placeholders(properties, url, updates, problems);
        refuse(properties, ChainOptions.SNAPSHOT_TOPICS.name(), null, problems);
        refuse(properties, ChainOptions.ON_CHAIN_BREAK.name(), Spelling.of(OnChainBreak.RESYNC), problems);
        refuse(properties, HistoryOptions.ON_LOST_HISTORY.name(), Spelling.of(OnLostHistory.REBUILD), problems);
        if (properties.containsKey(RoutingOptions.TEMPLATE.name()) && !type.makesStores()) {
            problems.put(
                    RoutingOptions.TEMPLATE.name(),
                    RoutingOptions.TEMPLATE.name() + " is for target=http: target=" + type.name()
                            + " has no protocol to make a store");
        }
        return problems;
    }

    private static void placeholders(
            Map<String, String> properties, String url, String updates, Map<String, String> problems) {
        Set<String> known = new TreeSet<>(OF_RECORDS);
        String query = properties.get(RoutingOptions.QUERY.name());
        try {
            if (query != null) {
                known.addAll(ElementQuery.parse(query).variables());
            }
        } catch (IllegalArgumentException e) {
            return; // the definition reports it
        }
        Set<String> names = new LinkedHashSet<>(UrlTemplate.of(url).names());
        names.addAll(UrlTemplate.of(updates).names());
        for (String name : names) {
            boolean isHeader = name.startsWith(HEADER) && name.length() > HEADER.length();
            if (!isHeader && !known.contains(name)) {
                problems.put(
                        RemoteOptions.URL.name(),
                        RemoteOptions.URL.name() + " has the placeholder {" + name + "}; there are {header.NAME}, {"
                                + String.join("}, {", known) + "}"
                                + (query == null ? ", and the variables of " + RoutingOptions.QUERY.name() : ""));
            }
        }
    }

    /** Notes a problem if an option is given, with one value or, if that is null, with any. */
    private static void refuse(
            Map<String, String> properties, String option, @Nullable String value, Map<String, String> problems) {
        String given = properties.getOrDefault(option, "");
        if (value == null ? !given.isBlank() : given.equalsIgnoreCase(value)) {
            problems.put(
                    option,
                    option + (value == null ? "" : "=" + value) + " cannot be used with placeholders in "
                            + RemoteOptions.URL.name()
                            + ": the stores that records name cannot be built again together");
        }
    }
}
