package dev.velella.sink.endpoint;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.eclipse.rdf4j.common.lang.FileFormat;
import org.jspecify.annotations.Nullable;

/** Chooses the format of a result by the Accept header (RFC 9110, section 12.5.1). */
final class ContentNegotiation {
    private ContentNegotiation() {}

    /**
     * A chosen format, with the media type for which the client asked.
     *
     * @param format format of the result
     * @param mediaType value for the Content-Type header, without charset
     */
    record Choice<F extends FileFormat>(F format, String mediaType) {}

    private record Range(String type, double quality) {
        boolean matches(String mediaType) {
            return type.equals("*/*")
                    || type.equals(mediaType)
                    || (type.endsWith("/*") && mediaType.startsWith(type.substring(0, type.length() - 1)));
        }

        int precision() {
            return type.equals("*/*") ? 0 : type.endsWith("/*") ? 1 : 2;
        }
    }

    /**
     * Chooses the format with the highest quality. Among equal qualities, the format with the most precise media range
     * wins, then the first offered format.
     *
     * @param accept value of the header; if null or blank, the first format is taken
     * @param offered formats in order of preference, at least one
     * @throws HttpFault 406 if no format is acceptable
     */
    static <F extends FileFormat> Choice<F> choose(@Nullable String accept, List<F> offered) {
        List<Range> ranges = parse(accept == null || accept.isBlank() ? "*/*" : accept);
        Choice<F> best = null;
        double bestScore = 0;
        for (F format : offered) {
            for (String mediaType : format.getMIMETypes()) {
                double score = score(ranges, mediaType.toLowerCase(Locale.ROOT));
                if (score > bestScore) {
                    bestScore = score;
                    best = new Choice<>(format, mediaType);
                }
            }
        }
        if (best == null) {
            List<String> names =
                    offered.stream().map(FileFormat::getDefaultMIMEType).toList();
            throw new HttpFault(406, "no acceptable format; offered are " + String.join(", ", names));
        }
        return best;
    }

    /**
     * The score of a media type: quality (in thousandths) and precision of the most precise range that matches; 0 if no
     * range matches.
     */
    private static double score(List<Range> ranges, String mediaType) {
        Range match = null;
        for (Range range : ranges) {
            if (range.matches(mediaType) && (match == null || range.precision() > match.precision())) {
                match = range;
            }
        }
        return match == null || match.quality() == 0 ? 0 : match.quality() * 1000 + match.precision() * 0.1;
    }

    private static List<Range> parse(String accept) {
        List<Range> ranges = new ArrayList<>();
        for (String item : accept.toLowerCase(Locale.ROOT).split(",", -1)) {
            String[] parts = item.split(";", -1);
            double quality = 1;
            for (int i = 1; i < parts.length; i++) {
                String parameter = parts[i].strip();
                if (parameter.startsWith("q=")) {
                    quality = quality(parameter.substring(2));
                }
            }
            ranges.add(new Range(parts[0].strip(), quality));
        }
        return ranges;
    }

    private static double quality(String text) {
        try {
            return Math.max(0, Math.min(1, Double.parseDouble(text)));
        } catch (NumberFormatException e) {
            throw new HttpFault(400, "the Accept header has a quality that is no number: " + text);
        }
    }
}
