package dev.velella.kit.http.message;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Chooses format and compression by the headers Accept and Accept-Encoding (RFC 9110, section 12.5). Stateless. */
public final class Negotiation {
    /** Versions of RDF with messages; each includes those before it. */
    private static final List<String> VERSIONS = List.of("1.1-messages", "1.2-basic-messages", "1.2-messages");

    private Negotiation() {}

    /** @param version parameter of a media type; empty if it has none */
    private record Range(String name, String version, double quality) {
        boolean matches(String value, @Nullable String valueVersion) {
            if (valueVersion != null) {
                return name.equals(value) && VERSIONS.indexOf(version) >= VERSIONS.indexOf(valueVersion);
            }
            return name.equals("*/*")
                    || name.equals("*")
                    || name.equals(value)
                    || (name.endsWith("/*") && value.startsWith(name.substring(0, name.length() - 1)));
        }

        int precision() {
            return name.startsWith("*") ? 0 : name.endsWith("/*") ? 1 : 2;
        }
    }

    /**
     * The format with the highest quality; among equal ones that with the most precise range, then the first.
     *
     * @param accept value of the header; the first format is taken if it is null
     * @param offered in the order of preference
     * @throws HttpFault 406 if none is acceptable
     */
    public static <F extends MediaType> F format(@Nullable String accept, List<F> offered) {
        F best = best(
                ranges(accept == null || accept.isBlank() ? "*/*" : accept),
                offered,
                MediaType::mediaType,
                MediaType::version);
        if (best == null) {
            throw new HttpFault(
                    406,
                    "no acceptable format; offered are "
                            + String.join(
                                    ", ",
                                    offered.stream().map(MediaType::mediaType).toList()));
        }
        return best;
    }

    /** The compression; null if the client does not ask for one of them. */
    public static @Nullable Coding coding(@Nullable String accept, List<Coding> offered) {
        if (accept == null || accept.isBlank()) {
            return null;
        }
        return best(ranges(accept), offered, Coding::coding, coding -> null);
    }

    private static <T> @Nullable T best(
            List<Range> ranges, List<T> offered, Function<T, String> name, Function<T, @Nullable String> version) {
        T best = null;
        double bestScore = 0;
        for (T each : offered) {
            double score = score(ranges, name.apply(each), version.apply(each));
            if (score > bestScore) {
                bestScore = score;
                best = each;
            }
        }
        return best;
    }

    private static double score(List<Range> ranges, String value, @Nullable String version) {
        Range match = null;
        for (Range range : ranges) {
            if (range.matches(value, version) && (match == null || range.precision() > match.precision())) {
                match = range;
            }
        }
        return match == null || match.quality() == 0
                ? 0
                : match.quality() * 1000 + match.precision() * 0.1 + (version == null ? 0 : 0.1);
    }

    private static List<Range> ranges(String header) {
        List<Range> ranges = new ArrayList<>();
        for (String item : header.toLowerCase(Locale.ROOT).split(",", -1)) {
            String[] parts = item.split(";", -1);
            double quality = 1;
            String version = "";
            for (int i = 1; i < parts.length; i++) {
                String parameter = parts[i].strip();
                if (parameter.startsWith("q=")) {
                    try {
                        quality = Math.max(0, Math.min(1, Double.parseDouble(parameter.substring(2))));
                    } catch (NumberFormatException e) {
                        throw new HttpFault(400, "a header has a quality that is no number: " + parameter);
                    }
                } else if (parameter.startsWith("version=")) {
                    version = parameter.substring("version=".length()).replace("\"", "");
                }
            }
            ranges.add(new Range(parts[0].strip(), version, quality));
        }
        return ranges;
    }
}
