package dev.velella.bench.results;

import dev.velella.bench.measure.BenchmarkException;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Figures within the sentences of a page. Behind such a number stands a comment with its suite and name, as in {@code
 * 12.6<!-- codec:size-ratio/weather-patches/jena-text/velella-dense -->}, or {@code 1/12.6} with the same comment. The number is
 * shown with as many decimals as stand there.
 */
final class CitedFigures {
    private static final Pattern CITED = Pattern.compile("([0-9][0-9,]*(?:\\.[0-9]+)?)<!-- ([a-z]+):(\\S+) -->");
    private final ResultFile results;

    CitedFigures(ResultFile results) {
        this.results = results;
    }

    /** The page with the numbers of the file. */
    String render(String page) {
        return CITED.matcher(page)
                .replaceAll(found -> Matcher.quoteReplacement(spell(found.group(1), found.group(2), found.group(3))
                        + "<!-- " + found.group(2) + ":" + found.group(3) + " -->"));
    }

    private String spell(String old, String suite, String name) {
        MeasuredFigure figure = results.suite(suite).figures().get(name);
        if (figure == null) {
            throw new BenchmarkException(
                    "a page cites " + suite + ":" + name + ", and the file of figures has no such figure");
        }
        int point = old.indexOf('.');
        int decimals = point < 0 ? 0 : old.length() - point - 1;
        return String.format(Locale.ROOT, "%,." + decimals + "f", figure.value());
    }
}
