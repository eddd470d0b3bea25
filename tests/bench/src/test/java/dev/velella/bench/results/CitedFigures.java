package dev.velella.bench.results;

import dev.velella.bench.measure.BenchmarkException;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Figures within the sentences of a page. Behind such a number stands a comment with its suite and name, as in {@code
 * 12.6<!-- codec:size-ratio/weather-patches/jena-text/velella-dense -->}, or {@code 1/12.6} with the same comment. The number is
 * shown with as many decimals as stand there.
 *
 * <p>Within a block of code there is no place for comments. A comment {@code <!-- quickstart: lines of the next block -->}
 * before it says that the numbers of its lines are figures of the suite {@code quickstart}, by the words at the begin of the
 * line.
 */
final class CitedFigures {
    private static final Pattern CITED = Pattern.compile("([0-9][0-9,]*(?:\\.[0-9]+)?)<!-- ([a-z]+):(\\S+) -->");
    private static final Pattern BLOCK =
            Pattern.compile("(<!-- ([a-z]+): lines of the next block -->\\n+```\\n)(.*?)(?=\\n```)", Pattern.DOTALL);
    private static final Pattern LINE =
            Pattern.compile("(?m)^(  ([A-Za-z][^\\n]*?) {2,})([0-9][0-9,]*)((?:  [^\\n]*?(?:1/([0-9.]+)[^\\n]*)?)?)$");

    private final ResultFile results;

    CitedFigures(ResultFile results) {
        this.results = results;
    }

    /** The page with the numbers of the file. */
    String render(String page) {
        String cited = CITED.matcher(page)
                .replaceAll(found -> Matcher.quoteReplacement(spell(found.group(1), found.group(2), found.group(3))
                        + "<!-- " + found.group(2) + ":" + found.group(3) + " -->"));
        return BLOCK.matcher(cited)
                .replaceAll(found -> Matcher.quoteReplacement(found.group(1) + lines(found.group(2), found.group(3))));
    }

    private String lines(String suite, String block) {
        return LINE.matcher(block).replaceAll(found -> {
            String name = name(found.group(2));
            MeasuredFigure figure = results.suite(suite).figures().get("lines/" + name);
            if (figure == null) {
                return Matcher.quoteReplacement(found.group());
            }
            String number = String.format(Locale.ROOT, "%,.0f", figure.value());
            String column = found.group(1) + found.group(3);
            String begin = "  " + found.group(2);
            String text = begin + " ".repeat(Math.max(2, column.length() - begin.length() - number.length())) + number;
            String rest = found.group(4);
            if (found.group(5) != null) {
                String ratio = spell(found.group(5), suite, "ratio/" + name);
                rest = rest.replace("1/" + found.group(5), "1/" + ratio);
            }
            return Matcher.quoteReplacement(text + rest);
        });
    }

    /** The name of a figure of a line: its words, joined by underscores. */
    static String name(String words) {
        return words.strip().replace(' ', '_');
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
