package dev.velella.tests.monitoring;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The files of {@code deploy/monitoring}, as tests need them. */
public final class MonitoringFiles {
    static final Path FOLDER = Path.of("..", "deploy", "monitoring");
    static final Path PAGE = Path.of("..", "docs", "monitoring.md");

    private static final Pattern ALERT = Pattern.compile("- alert: (\\w+)");
    private static final Pattern EXPRESSION = Pattern.compile("\n +expr: '([^']*)'");
    private static final Pattern METRIC =
            Pattern.compile("\\b(?:kafka_(?:connect|streams)_\\w+|velella_checks_\\w+|up)\\b");

    private MonitoringFiles() {}

    /** Names of the alerts. */
    static List<String> alerts() throws IOException {
        return all(ALERT, Files.readString(FOLDER.resolve("alerts.yml"))).stream()
                .map(found -> found.group(1))
                .toList();
    }

    /** All metrics that alerts name. */
    public static Set<String> metricsOfAlerts() throws IOException {
        Set<String> metrics = new TreeSet<>();
        for (MatchResult expression : all(EXPRESSION, Files.readString(FOLDER.resolve("alerts.yml")))) {
            all(METRIC, expression.group(1)).forEach(metric -> metrics.add(metric.group()));
        }
        return metrics;
    }

    /** All expressions of the dashboard's panels. */
    public static List<String> expressionsOfDashboard() throws IOException {
        List<String> expressions = new ArrayList<>();
        JsonNode dashboard = new ObjectMapper()
                .readTree(FOLDER.resolve("grafana-dashboard.json").toFile());
        for (JsonNode panel : dashboard.get("panels")) {
            for (JsonNode target : panel.get("targets")) {
                expressions.add(target.get("expr").asText());
            }
        }
        return expressions;
    }

    private static List<MatchResult> all(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text);
        List<MatchResult> found = new ArrayList<>();
        while (matcher.find()) {
            found.add(matcher.toMatchResult());
        }
        return found;
    }
}
