package dev.velella.view.rules;

import dev.velella.view.definition.Refusal;
import dev.velella.view.definition.ViewRefusedException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The text of a rule set, as the W3C's draft "SPARQL 1.2 RL" writes it, taken apart into rules that are CONSTRUCT queries.
 * RDF4J's parser then reads these.
 *
 * <p>In a rule each element sees what stands before it only. So each NOT, FILTER and SET ends a group of the query, in which
 * all that stands before it is. What is matched with the data alone stands in the graph {@link #DATA}.
 */
final class RuleText {
    /** Graph of patterns that are matched with the data, not with what was inferred. */
    static final String DATA = "urn:velella:rules:data";

    private static final Pattern TOKEN = Pattern.compile(
            "(?<space>\\s+|#[^\\n]*)"
                    + "|(?<text>\"\"\"(?:[^\"\\\\]|\\\\.|\"{1,2}(?!\"))*\"\"\"|'''(?:[^'\\\\]|\\\\.|'{1,2}(?!'))*'''"
                    + "|\"(?:[^\"\\\\\\n]|\\\\.)*\"|'(?:[^'\\\\\\n]|\\\\.)*')"
                    + "|(?<iri><[^<>\"{}|^`\\\\\\x00-\\x20]*>)"
                    + "|(?<node>_:[\\w][\\w.-]*(?<!\\.))"
                    + "|(?<name>[?$]\\w+|[\\p{L}_][\\p{L}\\p{N}_.-]*(?<![.]):?[^\\s<>{}()\\[\\],;|^/\"'#]*(?<![.])|:[^\\s<>{}()\\[\\],;|^/\"'#]*(?<![.]))"
                    + "|(?<other>:=|.)",
            Pattern.DOTALL);

    private final String view;
    private final String text;
    private final List<Token> tokens = new ArrayList<>();
    private final StringBuilder prologue = new StringBuilder();
    private final List<Source> rules = new ArrayList<>();
    /** Variables of blank nodes begin so, and no others. */
    private final String nodes;

    private int at;

    /** A token of the text, and where it begins. */
    private record Token(String text, int place, boolean isText) {
        boolean is(String keyword) {
            return !isText && text.equalsIgnoreCase(keyword);
        }
    }

    /**
     * A rule, or a block of data.
     *
     * @param query a CONSTRUCT query
     * @param place the number of its line
     */
    record Source(String query, int place, boolean isData) {}

    private RuleText(String view, String text) {
        this.view = view;
        this.text = text;
        String unused = "node";
        while (text.contains(unused)) {
            unused += "_";
        }
        nodes = "?" + unused;
        Matcher matcher = TOKEN.matcher(text);
        int end = 0;
        while (matcher.find()) {
            end = matcher.end();
            if (matcher.group("space") == null) {
                tokens.add(new Token(
                        matcher.group(),
                        matcher.start(),
                        matcher.group("text") != null || matcher.group("iri") != null));
            }
        }
        if (end != text.length()) {
            throw refused(Refusal.SYNTAX, end, "cannot be read");
        }
    }

    /** @throws ViewRefusedException with the line of the mistake */
    static List<Source> read(String view, String text) {
        RuleText reader = new RuleText(view, text);
        reader.read();
        return reader.rules;
    }

    private int line(int place) {
        return 1
                + (int) text.substring(0, place)
                        .chars()
                        .filter(each -> each == '\n')
                        .count();
    }

    private ViewRefusedException refused(Refusal reason, int place, String why) {
        return new ViewRefusedException(reason, view, "rules, line " + line(place), why);
    }

    private void read() {
        while (at < tokens.size()) {
            Token token = tokens.get(at);
            if (token.is("PREFIX")) {
                prologue.append("PREFIX ")
                        .append(next(1))
                        .append(' ')
                        .append(next(2))
                        .append('\n');
                at += 3;
            } else if (token.is("BASE")) {
                prologue.append("BASE ").append(next(1)).append('\n');
                at += 2;
            } else if (token.is("VERSION")) {
                at += 2;
            } else if (token.is("IMPORTS")) {
                throw refused(
                        Refusal.UNSUPPORTED,
                        token.place(),
                        "IMPORTS is not offered: put the rules into the definition");
            } else if (token.is("DATA")) {
                at++;
                rules.add(new Source(
                        prologue + "CONSTRUCT {" + between(block()) + "} WHERE {}", line(token.place()), true));
            } else if (token.is("RULE")) {
                at++;
                rule(token);
            } else {
                throw refused(
                        Refusal.SYNTAX, token.place(), "expected RULE, DATA or PREFIX, found " + shown(token.text()));
            }
        }
    }

    private static String shown(String token) {
        String upper = token.toUpperCase(Locale.ROOT);
        return upper.length() > 40 ? token.substring(0, 40) + "…" : token;
    }

    private String next(int ahead) {
        if (at + ahead >= tokens.size()) {
            throw refused(Refusal.SYNTAX, text.length(), "ends too early");
        }
        return tokens.get(at + ahead).text();
    }

    private void rule(Token rule) {
        if (at < tokens.size() && !tokens.get(at).is("{")) {
            at++; // its name
        }
        List<Token> head = block();
        if (at >= tokens.size() || !tokens.get(at).is("WHERE")) {
            throw refused(Refusal.SYNTAX, rule.place(), "the rule has no WHERE");
        }
        at++;
        boolean isOfData = at < tokens.size() && tokens.get(at).is("DATA");
        if (isOfData) {
            at++;
        }
        String body = body(block());
        rules.add(new Source(
                prologue + "CONSTRUCT {" + between(head) + "} WHERE {" + (isOfData ? ofData(body) : body) + "}",
                line(rule.place()),
                false));
    }

    private static String ofData(String pattern) {
        return " GRAPH <" + DATA + "> {" + pattern + "} ";
    }

    /** The tokens between the brace at this place and the one that closes it. */
    private List<Token> block() {
        return inside("{", "}");
    }

    private List<Token> inside(String open, String close) {
        if (at >= tokens.size() || !tokens.get(at).is(open)) {
            throw refused(
                    Refusal.SYNTAX, at < tokens.size() ? tokens.get(at).place() : text.length(), "expected " + open);
        }
        int first = at + 1;
        int depth = 0;
        for (; at < tokens.size(); at++) {
            if (tokens.get(at).is(open)) {
                depth++;
            } else if (tokens.get(at).is(close) && --depth == 0) {
                return tokens.subList(first, at++);
            }
        }
        throw refused(Refusal.SYNTAX, tokens.get(first - 1).place(), open + " is never closed");
    }

    private String between(List<Token> part) {
        if (part.isEmpty()) {
            return "";
        }
        Token last = part.get(part.size() - 1);
        return text.substring(part.get(0).place(), last.place() + last.text().length()) + '\n';
    }

    /** The pattern of a query for a body. */
    private String body(List<Token> part) {
        int before = at;
        int first = part.isEmpty() ? 0 : tokens.indexOf(part.get(0));
        int end = first + part.size();
        StringBuilder pattern = new StringBuilder();
        at = first;
        while (at < end) {
            Token token = tokens.get(at);
            if (token.is("NOT") && at + 1 < end && !tokens.get(at + 1).is("IN")) {
                at++;
                boolean isOfData = tokens.get(at).is("DATA");
                if (isOfData) {
                    at++;
                }
                String inner = body(block());
                pattern.append(" FILTER NOT EXISTS {")
                        .append(isOfData ? ofData(inner) : inner)
                        .append("} ");
                pattern.insert(0, " { ").append("} ");
            } else if (token.is("SET")) {
                at++;
                List<Token> inside = inside("(", ")");
                if (inside.size() < 3 || !inside.get(1).is(":=")) {
                    throw refused(Refusal.SYNTAX, token.place(), "expected SET ( ?variable := expression )");
                }
                pattern.append(" BIND((")
                        .append(between(inside.subList(2, inside.size())))
                        .append(") AS ")
                        .append(inside.get(0).text())
                        .append(") ");
                pattern.insert(0, " { ").append("} ");
            } else if (token.is("FILTER")) {
                at++;
                StringBuilder constraint = new StringBuilder(" FILTER ");
                while (at < end && !tokens.get(at).is("(")) {
                    constraint.append(tokens.get(at++).text()).append(' ');
                }
                constraint.append('(').append(between(inside("(", ")"))).append(") ");
                pattern.append(constraint);
                pattern.insert(0, " { ").append("} ");
            } else {
                String shown = token.text();
                // The same label may stand in several groups of a rule, where it is the same variable.
                boolean isNode = !token.isText() && shown.startsWith("_:");
                pattern.append(
                        isNode ? nodes + HexFormat.of().formatHex(shown.getBytes(StandardCharsets.UTF_8)) : shown);
                pattern.append(at + 1 < end && tokens.get(at + 1).place() == token.place() + shown.length() ? "" : " ");
                at++;
            }
        }
        at = Math.max(before, at);
        return pattern.toString();
    }
}
