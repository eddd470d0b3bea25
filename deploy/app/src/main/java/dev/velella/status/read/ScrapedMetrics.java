package dev.velella.status.read;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Metrics of the agents in workers and diff app, in the text format of Prometheus. Thread-safe. */
public final class ScrapedMetrics implements Metrics.Source {
    private static final Pattern LINE = Pattern.compile("([a-zA-Z_:][\\w:]*)(?:\\{(.*)})? (\\S+)(?: \\S+)?");
    private static final Pattern LABEL = Pattern.compile("(\\w+)=\"((?:[^\"\\\\]|\\\\.)*)\"");

    private final List<String> urls;
    private final WebLook web;

    /** @param urls addresses of the agents */
    public ScrapedMetrics(List<String> urls, WebLook web) {
        this.urls = List.copyOf(urls);
        this.web = web;
    }

    @Override
    public Metrics read() {
        List<Sample> samples = new ArrayList<>();
        Map<String, String> failures = new HashMap<>();
        for (String url : urls) {
            WebLook.Answer answer = web.get(url);
            if (answer.isOk()) {
                samples.addAll(parse(answer.body()));
            } else {
                failures.put(url, answer.reason());
            }
        }
        return new Metrics(samples, failures);
    }

    /** The values in a text; lines that are none are left out. */
    static List<Sample> parse(String text) {
        List<Sample> samples = new ArrayList<>();
        text.lines().filter(line -> line.startsWith("kafka_")).forEach(line -> {
            Matcher matcher = LINE.matcher(line);
            if (matcher.matches()) {
                Map<String, String> labels = new HashMap<>();
                Matcher label = LABEL.matcher(matcher.group(2) == null ? "" : matcher.group(2));
                while (label.find()) {
                    labels.put(label.group(1), label.group(2).replaceAll("\\\\(.)", "$1"));
                }
                samples.add(new Sample(matcher.group(1), labels, number(matcher.group(3))));
            }
        });
        return samples;
    }

    private static double number(String text) {
        try {
            return Double.parseDouble(text.replace("+Inf", "Infinity").replace("-Inf", "-Infinity"));
        } catch (NumberFormatException e) {
            return Double.NaN;
        }
    }
}
