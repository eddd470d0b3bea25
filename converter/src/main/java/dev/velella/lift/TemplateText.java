package dev.velella.lift;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The text of a template, read up to its holes and blocks, and rewritten as TriG: a hole is a mark inside of its term, a
 * block is a statement at its begin and one at its end, a map is a list. Lines keep their numbers. Used once.
 *
 * <p>Invariant: a mark has characters that no template may have, so no other text can be taken for one.
 */
final class TemplateText {
    /** Begins the mark of a hole. The characters are for private use, and an IRI may contain them. */
    static final char OPEN = '\uE000';

    static final char CLOSE = '\uE001';

    /** Prefix of a hole that begins an IRI. Without the prefix, the parser would take the hole for a relative IRI. */
    static final String BEGINS = "hole:";

    /** Datatype of a hole outside of quotes: the datatype is that of the value. */
    static final String OWN_TYPE = BEGINS + "type";

    /** Prefix of a language tag that is a hole. */
    static final String LANGUAGE = "x-velella-hole-";

    /** Begins the IRIs of blocks and maps, which no template may use. */
    static final String OWN = "velella-template:";

    static final String BEGIN = OWN + "begin:";
    static final String END = OWN + "end";
    static final String MAP = OWN + "map:";

    private static final Pattern BLOCK = Pattern.compile("([#?!])(/[^{}|\"<>\\n\\r()]*|\\.)");
    private static final Pattern MAP_LINE = Pattern.compile("@map\\s+([a-zA-Z][a-zA-Z0-9_-]*)");

    /** What a block does. */
    enum BlockKind {
        /** Its statements are there once for each item. */
        REPEAT,
        /** Its statements are there if a value is. */
        PRESENT,
        /** Its statements are there if a value is not. */
        ABSENT
    }

    /**
     * A block.
     *
     * @param scope the scope in which its pointer is
     * @param inner the scope of its statements: another one only if it repeats
     */
    record Block(BlockKind kind, String pointer, int scope, int inner, int line) {}

    /**
     * A hole at its places.
     *
     * @param scope number of the scope in which it stands
     * @param line of its first place, counted from 1
     */
    record Use(Hole hole, int scope, int line) {}

    private final String text;
    private final StringBuilder marked = new StringBuilder();
    private final Map<List<Object>, Integer> numbers = new LinkedHashMap<>();
    private final List<Use> uses = new ArrayList<>();
    private final List<Block> blocks = new ArrayList<>();
    private final List<Integer> parents = new ArrayList<>();
    private final Deque<Block> open = new ArrayDeque<>();
    private int at;
    private int line = 1;

    /** @throws IllegalArgumentException if a hole or block has a wrong form or place; the message has the line */
    TemplateText(String text) {
        this.text = text;
        if (text.indexOf(OPEN) >= 0 || text.indexOf(CLOSE) >= 0 || text.contains(OWN) || text.contains(LANGUAGE)) {
            throw new IllegalArgumentException("has characters or names that only Velella itself may use");
        }
        parents.add(-1);
        read();
        if (!open.isEmpty()) {
            throw new IllegalArgumentException("line " + open.getLast().line() + ": the block has no {end}");
        }
    }

    /** The text as TriG. */
    String marked() {
        return marked.toString();
    }

    /** The holes, by number. */
    List<Use> uses() {
        return uses;
    }

    /** The blocks, by number, in the order of their begins. */
    List<Block> blocks() {
        return blocks;
    }

    /** The scope around each scope; -1 for the outermost, which is the first. */
    List<Integer> parents() {
        return parents;
    }

    private void read() {
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c == '<' && !text.startsWith("<<", at)) {
                iri();
            } else if (c == '<') {
                copy(2);
            } else if (c == '"' || c == '\'') {
                literal(c);
            } else if (c == '#') {
                comment();
            } else if (c == '{') {
                brace();
            } else if (c == '@') {
                keyword();
            } else {
                copy(1);
            }
        }
    }

    private void comment() {
        while (at < text.length() && text.charAt(at) != '\n' && text.charAt(at) != '\r') {
            at++;
        }
    }

    private void iri() {
        int begin = at;
        copy(1);
        while (at < text.length() && text.charAt(at) != '>') {
            if (text.charAt(at) == '{') {
                int end = closing();
                String inner = end < 0 ? "" : text.substring(at + 1, end);
                hole(inner, at == begin + 1 ? BEGINS : "", "");
            } else {
                copy(1);
            }
        }
        copy(1);
    }

    private void literal(char quote) {
        String quotes = String.valueOf(quote).repeat(3);
        String delimiter = text.startsWith(quotes, at) ? quotes : String.valueOf(quote);
        copy(delimiter.length());
        while (at < text.length() && !text.startsWith(delimiter, at)) {
            char c = text.charAt(at);
            int end = c == '{' ? closing() : -1;
            if (c == '\\') {
                copy(2);
            } else if (end >= 0) {
                String inner = text.substring(at + 1, end);
                if (Hole.parse(inner) != null || Hole.isMeant(inner)) {
                    hole(inner, "", "");
                } else {
                    copy(1);
                }
            } else if (c == '{' && Hole.isMeant(text.substring(at + 1))) {
                throw fail("a hole has no }");
            } else {
                copy(1);
            }
        }
        copy(delimiter.length());
    }

    /** The place of the brace that closes the one here, in the same line; -1 if there is none. */
    private int closing() {
        int end = at + 1;
        while (end < text.length() && "{}\n\r".indexOf(text.charAt(end)) < 0) {
            end++;
        }
        return end < text.length() && text.charAt(end) == '}' ? end : -1;
    }

    /** A brace outside of IRIs and literals: a block, a hole, or a graph of TriG. */
    private void brace() {
        int end = closing();
        String inner = end < 0 ? "" : text.substring(at + 1, end);
        Matcher block = BLOCK.matcher(inner);
        if (block.matches()) {
            begin(block.group(1).charAt(0), block.group(2).equals(".") ? "" : block.group(2));
            at = end + 1;
        } else if (inner.equals("end")) {
            if (open.isEmpty()) {
                throw fail("{end} without the begin of a block");
            }
            open.removeLast();
            statement(END);
            at = end + 1;
        } else if (Hole.parse(inner) != null || Hole.isMeant(inner)) {
            if (at > 0 && (Character.isLetterOrDigit(text.charAt(at - 1)) || ":^".indexOf(text.charAt(at - 1)) >= 0)) {
                throw fail("the hole {" + inner + "} cannot continue a name; write the whole IRI in <>");
            }
            hole(inner, "\"", "\"^^<" + OWN_TYPE + ">");
        } else {
            copy(1);
        }
    }

    private void begin(char kind, String pointer) {
        BlockKind what = kind == '#' ? BlockKind.REPEAT : kind == '?' ? BlockKind.PRESENT : BlockKind.ABSENT;
        int scope = open.isEmpty() ? 0 : open.getLast().inner();
        int inner = scope;
        if (what == BlockKind.REPEAT) {
            inner = parents.size();
            parents.add(scope);
        }
        Block block = new Block(what, pointer, scope, inner, line);
        statement(BEGIN + blocks.size());
        blocks.add(block);
        open.addLast(block);
    }

    private void statement(String iri) {
        marked.append(" <")
                .append(iri)
                .append("> <")
                .append(OWN)
                .append("x> <")
                .append(OWN)
                .append("x> . ");
    }

    /** A language tag that is a hole, a map, or a keyword of TriG. */
    private void keyword() {
        Matcher map = MAP_LINE.matcher(text).region(at, text.length());
        if (text.startsWith("@{", at)) {
            copy(1);
            int end = closing();
            int number = number(end < 0 ? "" : text.substring(at + 1, end));
            marked.append(LANGUAGE).append(number);
            at = end + 1;
        } else if (map.lookingAt()) {
            marked.append('<')
                    .append(MAP)
                    .append(map.group(1))
                    .append("> <")
                    .append(OWN)
                    .append("x> ");
            while (at < map.end()) {
                line += text.charAt(at) == '\n' ? 1 : 0;
                marked.append(text.charAt(at) == '\n' ? "\n" : "");
                at++;
            }
        } else {
            copy(1);
        }
    }

    private void hole(String inner, String before, String after) {
        int number = number(inner);
        marked.append(before).append(OPEN).append(number).append(CLOSE).append(after);
        at += inner.length() + 2;
    }

    private int number(String inner) {
        Hole hole = Hole.parse(inner);
        int scope = open.isEmpty() ? 0 : open.getLast().inner();
        if (hole == null) {
            throw fail(
                    "{" + inner + "} is no hole; a hole is {/json/pointer}, {.}, {#}, {name}, {^/json/pointer}, {key},"
                            + " {key/field}, {topic}, {topic[2]}, {partition}, {timestamp}, {header/NAME} or {now}, one of them in a"
                            + " function such as {ms(/time)}, and each may have a default: {/unit|Cel}");
        }
        int depth = 0;
        for (int outer = scope; parents.get(outer) >= 0; outer = parents.get(outer)) {
            depth++;
        }
        boolean isOfItem = hole.source() == Hole.Source.ITEM || hole.source() == Hole.Source.NAME;
        if (hole.up() > depth || (isOfItem && hole.up() >= depth)) {
            throw fail(hole + " asks for an item of a block {#/array} that is not around it");
        }
        return numbers.computeIfAbsent(List.of(hole, scope), key -> {
            uses.add(new Use(hole, scope, line));
            return uses.size() - 1;
        });
    }

    private void copy(int count) {
        for (int i = 0; i < count && at < text.length(); i++) {
            char c = text.charAt(at);
            line += c == '\n' ? 1 : 0;
            marked.append(c);
            at++;
        }
    }

    private IllegalArgumentException fail(String message) {
        return new IllegalArgumentException("line " + line + ": " + message);
    }
}
