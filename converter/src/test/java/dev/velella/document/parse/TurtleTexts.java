package dev.velella.document.parse;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.function.Supplier;

/**
 * Random texts of Turtle and TriG, by the grammar of RDF 1.1, with as few spaces as the grammar allows, or more. Not
 * generated is what the other parser of the comparison (Oxigraph 0.5) reads in another way on purpose, or refuses:
 *
 * <ul>
 * <li>what RDF 1.2 has changed: quoted triples, annotations, a base direction;
 * <li>IRIs that only IRIREF allows, such as {@code <http://e/[>} or {@code <http://e/100%>}, language tags that are not
 *     well-formed, and halves of surrogate pairs as escapes: it refuses them;
 * <li>a word such as {@code true}, or a number, whose dot and next statement stand without a space behind it, so that
 *     more than one token ahead would be needed ({@code true.PREFIX x: <u:>}), and {@code a} or a number before a
 *     letter: it refuses some of these;
 * <li>a name with an escape directly before a dot ({@code x:a\..}, {@code x:\!a.}): it leaves out characters of some, and
 *     misses the dot of others;
 * <li>a base without hierarchy: {@code r/../s} behind {@code urn:a} is {@code urn:/s} by RFC 3986, and {@code urn:s} there;
 * <li>a base with dots as segments ({@code http://h/a/../b}): it does not remove them when it resolves against it.
 * </ul>
 *
 * Not thread-safe.
 */
final class TurtleTexts {
    private static final String[] PREFIXES = {
        "", "a", "p", "x.y", "é", "a-b", "\uD801\uDC00", "e1", "base", "graph", "tru", "b_"
    };
    private static final String[] NAMESPACES = {"http://e/", "urn:x:", "http://e/q#", "http://e/a/b?c="};
    private static final String[] BASES = {
        "http://h", "http://h/", "http://h/a/b;c?d=e/f#g", "http://h/a/b/", "file:///d/e"
    };
    private static final String[] RELATIVE = {
        "",
        "r",
        "r/s",
        "../r",
        "./r",
        "../../../r",
        "..",
        ".",
        "#f",
        "?q",
        "/r",
        "//i/j",
        "r?a:b/../c",
        "r/../s#t?u",
        "/../r/.",
        ";v"
    };
    private static final String[] ABSOLUTE = {
        "http://e/s",
        "http://e/s/../t",
        "urn:a",
        "mailto:a@b",
        "http://e/é",
        "http://e/\uD83D\uDE00",
        "http://e/%41",
        "x-y.z+1:u",
        "http://e?q#f"
    };
    private static final String[] TAGS = {"en", "en-GB", "EN", "de-1996", "sr-Latn-RS"};
    private static final String[] LETTERS = {
        "a", "z", "B", "0", "7", "_", "-", "é", "\u00b7", "\uD801\uDC00", "\u203f", "e", "E"
    };
    private static final String[] SPACES = {" ", "\n", "\t", "\r\n", "  ", "#c\n", " # \"<.\r\n", "\r", "#\n#\n", " "};

    /** How a token can go on behind what is written of it. */
    private enum Kind {
        CLOSED,
        NAME,
        ESCAPE,
        LABEL,
        NUMBER,
        WORD,
        TAG,
        STRING
    }

    private final SplittableRandom random;
    private final boolean graphs;
    private final StringBuilder text = new StringBuilder();
    private final List<String> prefixes = new ArrayList<>();
    private final int tightness;
    private Kind last = Kind.CLOSED;
    private boolean dotted;
    private boolean hasBase;
    private int left;

    private TurtleTexts(SplittableRandom random, boolean graphs) {
        this.random = random;
        this.graphs = graphs;
        tightness = random.nextInt(11);
        left = 1 + random.nextInt(40);
    }

    /** A text of the grammar. */
    static String next(SplittableRandom random, boolean graphs) {
        return new TurtleTexts(random, graphs).document();
    }

    /**
     * A text that may be none of the grammar: another one with a few changes. It has no base, which a change could give
     * dots or take the hierarchy from.
     */
    static String changed(SplittableRandom random, boolean graphs) {
        StringBuilder text = new StringBuilder();
        do {
            text.setLength(0);
            text.append(next(random, graphs));
        } while (text.toString().toLowerCase(Locale.ROOT).contains("base"));
        for (int n = 1 + random.nextInt(2); n > 0; n--) {
            int at = random.nextInt(text.length() + 1);
            switch (random.nextInt(4)) {
                case 0 -> text.delete(at, Math.min(text.length(), at + 1 + random.nextInt(3)));
                case 1 ->
                    text.insert(
                            at,
                            of(
                                    random, " ", ".", ";", ",", "[", "]", "(", ")", "{", "}", ":", "_:", "a", "1", "\"",
                                    "'", "<", ">", "@", "^^", "#", "\\", "-", "e", "."));
                case 2 ->
                    text.insert(
                            at,
                            of(
                                    random, "[]", "()", ". ", "{}", "GRAPH ", "a ", "true", " :o", "_:b", "\"\"",
                                    "\"\"\"", "@en", "1.", "PREFIX ", "<u:i>", ";;"));
                default -> {
                    int from = random.nextInt(text.length() + 1);
                    int to = Math.min(text.length(), from + 1 + random.nextInt(12));
                    text.insert(at, text.substring(from, to));
                }
            }
        }
        return text.toString();
    }

    private static String of(SplittableRandom random, String... choices) {
        return choices[random.nextInt(choices.length)];
    }

    private String of(String... choices) {
        return of(random, choices);
    }

    private boolean once(int in) {
        return random.nextInt(in) == 0;
    }

    private String space() {
        return of(SPACES);
    }

    private String maybeSpace() {
        return random.nextInt(10) < tightness ? "" : space();
    }

    /** Writes a token, behind a space if it would else belong to the one before. */
    private void write(String token, Kind kind) {
        String before = maybeSpace();
        boolean isDotOfEscape = token.equals(".") && last == Kind.ESCAPE;
        boolean isFraction = token.charAt(0) == '.' && token.length() > 1 && last != Kind.CLOSED;
        if (before.isEmpty() && (isDotOfEscape || isFraction || merges(token.codePointAt(0)))) {
            before = space();
        }
        boolean isDot = token.equals(".");
        dotted = isDot && before.isEmpty() && last != Kind.CLOSED && last != Kind.STRING && last != Kind.TAG;
        text.append(before).append(token);
        last = dotted ? last : kind;
    }

    private void write(String token) {
        write(token, Kind.CLOSED);
    }

    private boolean merges(int c) {
        boolean isName = Character.isLetterOrDigit(c) || c == '_' || c == '-' || c == 0xB7 || c == 0x203F;
        return switch (last) {
            case CLOSED -> false;
            case NAME, ESCAPE -> isName || c == ':' || c == '%' || c == '\\';
            case LABEL -> isName;
            case NUMBER -> (dotted && c == '.') || (isName && c != '-') || (dotted && (c == '+' || c == '-'));
            case WORD -> isName || c == ':' || c == '.';
            case TAG -> isName;
            case STRING -> c == '"' || c == '\'' || c == '@' || c == '^';
        };
    }

    private String document() {
        declarePrefix();
        while (left > 0) {
            if (once(8)) {
                declarePrefix();
            } else if (once(10)) {
                declareBase();
            } else if (graphs && once(3)) {
                graph();
            } else {
                triples();
                write(".");
            }
        }
        text.append(once(3) ? of("#end", space(), "") : "");
        return text.toString();
    }

    private void declarePrefix() {
        left--;
        boolean isAt = once(2);
        if (isAt) {
            write("@prefix", Kind.TAG);
        } else {
            write(of("PREFIX", "prefix", "PreFix"), Kind.WORD);
        }
        String prefix = of(PREFIXES);
        write(prefix + ":");
        write("<" + (hasBase && once(3) ? of("n/", "#", "../n#", "/n?q=") : of(NAMESPACES)) + ">");
        prefixes.add(prefix);
        if (isAt) {
            write(".");
        }
    }

    private void declareBase() {
        left--;
        boolean isAt = once(2);
        if (isAt) {
            write("@base", Kind.TAG);
        } else {
            write(of("BASE", "base", "BasE"), Kind.WORD);
        }
        write("<" + (hasBase && once(3) ? of(RELATIVE) : of(BASES)) + ">");
        hasBase = true;
        if (isAt) {
            write(".");
        }
    }

    private void graph() {
        if (once(2)) {
            write(of("GRAPH", "graph", "Graph"), Kind.WORD);
            graphName();
        } else if (once(3)) {
            left--;
        } else {
            graphName();
        }
        write("{");
        for (int n = random.nextInt(4); n > 0; n--) {
            triples();
            if (n > 1 || once(2)) {
                write(".");
            }
        }
        write("}");
    }

    private void graphName() {
        switch (random.nextInt(4)) {
            case 0 -> label();
            case 1 -> anonymous();
            default -> iri();
        }
    }

    private void anonymous() {
        left--;
        write("[");
        write("]");
    }

    private void triples() {
        switch (random.nextInt(8)) {
            case 0 -> {
                properties(0);
                if (once(2)) {
                    return;
                }
            }
            case 1 -> list(0);
            case 2 -> anonymous();
            case 3, 4 -> label();
            default -> iri();
        }
        predicates(0);
    }

    private void predicates(int depth) {
        predicate(depth);
        while (once(3)) {
            write(";");
            while (once(4)) {
                write(";");
            }
            predicate(depth);
        }
        while (once(6)) {
            write(";");
        }
    }

    private void predicate(int depth) {
        if (once(4)) {
            left--;
            write("a", Kind.WORD);
        } else {
            iri();
        }
        object(depth);
        while (once(3)) {
            write(",");
            object(depth);
        }
    }

    private void object(int depth) {
        int kind = random.nextInt(depth > 3 || left < 0 ? 7 : 10);
        switch (kind) {
            case 0, 1 -> iri();
            case 2 -> label();
            case 3 -> number();
            case 4, 5 -> literal();
            case 6 -> {
                if (once(2)) {
                    write(of("true", "false"), Kind.WORD);
                } else {
                    anonymous();
                }
            }
            case 7, 8 -> properties(depth + 1);
            default -> list(depth + 1);
        }
    }

    private void properties(int depth) {
        left--;
        write("[");
        predicates(depth);
        write("]");
    }

    private void list(int depth) {
        left--;
        write("(");
        for (int n = random.nextInt(4); n > 0; n--) {
            object(depth);
        }
        write(")");
    }

    private void iri() {
        left--;
        if (once(3)) {
            write("<" + escaped(hasBase && once(2) ? of(RELATIVE) : of(ABSOLUTE)) + ">");
        } else {
            String name = prefixes.get(random.nextInt(prefixes.size())) + ":" + local();
            write(name, name.contains("\\") ? Kind.ESCAPE : Kind.NAME);
        }
    }

    /** Some letters as Unicode escapes. */
    private String escaped(String iri) {
        StringBuilder out = new StringBuilder();
        iri.codePoints().forEach(c -> {
            if (Character.isLetter(c) && once(12)) {
                out.append(c > 0xFFFF || once(2) ? String.format("\\U%08X", c) : String.format("\\u%04x", c));
            } else {
                out.appendCodePoint(c);
            }
        });
        return out.toString();
    }

    private String local() {
        return name(
                true,
                () -> of(
                        "%41",
                        "%e9", ":", "::", "\\~", "\\.", "\\-", "\\!", "\\$", "\\&", "\\'", "\\(", "\\)", "\\*", "\\+",
                        "\\,", "\\;", "\\=", "\\_"));
    }

    private void label() {
        left--;
        String label = once(3) ? name(false, () -> of(LETTERS)) : of("b", "c", "b.c", "0", "_");
        write("_:" + label, Kind.LABEL);
    }

    private String name(boolean mayBeEmpty, Supplier<String> other) {
        StringBuilder name = new StringBuilder();
        int parts = random.nextInt(6) + (mayBeEmpty ? 0 : 1);
        for (int i = 0; i < parts; i++) {
            String part = once(8) && i > 0 && i < parts - 1 ? of(".", "..") : once(4) ? other.get() : of(LETTERS);
            boolean isFirst = name.isEmpty() && "-\u00b7\u203f".contains(part);
            name.append(isFirst ? "n" : part);
        }
        return name.toString();
    }

    private void number() {
        String sign = of("", "", "+", "-");
        write(
                sign
                        + of(
                                "0",
                                "1",
                                "007",
                                "1.5",
                                ".5",
                                "0.0",
                                "1e5",
                                "1.e5",
                                "1.5E-3",
                                ".5e+1",
                                "12345678901234567890"),
                Kind.NUMBER);
    }

    private void literal() {
        left--;
        String quote = of("\"", "'", "\"\"\"", "'''");
        StringBuilder content = new StringBuilder();
        for (int n = random.nextInt(5); n > 0; n--) {
            String piece = of(
                    "a",
                    " ",
                    "é",
                    "\uD83D\uDE00",
                    "\\n",
                    "\\t",
                    "\\\\",
                    "\\\"",
                    "\\'",
                    "\\u00e9",
                    "\\U0001F600",
                    "\\b\\f\\r",
                    "#",
                    "<.>",
                    "'",
                    "\"",
                    "\n",
                    "\r\n",
                    "''",
                    "\"\"",
                    "\t",
                    "\\u0001",
                    "@en");
            boolean isLong = quote.length() == 3;
            boolean isBroken = !isLong && (piece.startsWith("\n") || piece.startsWith("\r") || piece.startsWith(quote));
            content.append(isBroken ? "b" : piece).append(isLong && piece.charAt(0) == quote.charAt(0) ? "c" : "");
        }
        write(quote + content + quote, Kind.STRING);
        if (once(3)) {
            text.append(once(4) ? space() : "").append('@').append(of(TAGS));
            last = Kind.TAG;
        } else if (once(3)) {
            text.append(once(4) ? space() : "").append("^^");
            last = Kind.CLOSED;
            iri();
        }
    }
}
