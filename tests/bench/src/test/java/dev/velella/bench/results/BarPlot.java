package dev.velella.bench.results;

import dev.velella.bench.measure.Figures;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/**
 * A picture of some figures of one suite: a bar and a number for each, in groups, as SVG. It needs no fonts of the machine, so
 * each machine writes the same bytes. Bars start at 0 and share one scale.
 *
 * @param name of the file, without folder and ending
 * @param suite of the figures
 * @param title text above the bars, with the unit
 * @param bars from top to bottom
 */
public record BarPlot(String name, String suite, String title, List<Bar> bars) {
    private static final int WIDTH = 760;
    private static final int LABELS = 290;
    private static final int NUMBERS = 80;
    private static final int ROW = 22;
    private static final int TOP = 40;

    /**
     * One bar.
     *
     * @param label words at its left
     * @param figure its name in the suite; without such a figure the bar is left out
     * @param ours whether it is of this project
     */
    public record Bar(String label, String figure, boolean ours) {}

    /** The picture. */
    String svg(Figures figures) {
        List<Bar> shown = bars.stream()
                .filter(bar -> figures.get(bar.figure()).isPresent())
                .toList();
        double largest = shown.stream()
                .map(bar -> figures.get(bar.figure()))
                .mapToDouble(OptionalDouble::getAsDouble)
                .max()
                .orElse(1);
        StringBuilder svg = new StringBuilder();
        int height = TOP + shown.size() * ROW + 12;
        svg.append(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" role=\"img\">\n"
                        .formatted(WIDTH, height, WIDTH, height));
        svg.append("<title>").append(escape(title)).append("</title>\n");
        svg.append("<rect width=\"%d\" height=\"%d\" fill=\"#ffffff\"/>\n".formatted(WIDTH, height));
        svg.append("<g font-family=\"sans-serif\" font-size=\"13\" fill=\"#1b1b1b\">\n");
        svg.append("<text x=\"12\" y=\"24\" font-weight=\"bold\">")
                .append(escape(title))
                .append("</text>\n");
        for (int row = 0; row < shown.size(); row++) {
            Bar bar = shown.get(row);
            double value = figures.get(bar.figure()).orElseThrow();
            int y = TOP + row * ROW;
            double width = (WIDTH - LABELS - NUMBERS) * value / largest;
            svg.append("<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%s</text>\n"
                    .formatted(LABELS - 8, y + 15, escape(bar.label())));
            svg.append(String.format(
                    Locale.ROOT,
                    "<rect x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"%d\" fill=\"%s\"/>\n",
                    LABELS,
                    y + 3,
                    Math.max(1, width),
                    ROW - 6,
                    bar.ours() ? "#1f5fbf" : "#9aa3ad"));
            svg.append(String.format(
                    Locale.ROOT,
                    "<text x=\"%.1f\" y=\"%d\">%s</text>\n",
                    LABELS + Math.max(1, width) + 6,
                    y + 15,
                    Figures.spell(value)));
        }
        return svg.append("</g>\n</svg>\n").toString();
    }

    private static String escape(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
