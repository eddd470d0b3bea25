package dev.velella.jelly;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reads the rows of one stream of Jelly-RDF as texts, generalized statements too. Written straight from the rules of the
 * format, it shares nothing with the codec and checks only what it needs.
 */
final class PlainGraphReader {
    private static final String[] LAST_FIELDS = {"s", "p", "o", "g"};

    private final Map<Integer, Map<Integer, String>> tables = new HashMap<>();
    private final Map<Integer, Integer> lastIds = new HashMap<>();
    private final Map<String, String> last = new HashMap<>();
    private int lastName;
    private int lastPrefix;

    private PlainGraphReader() {}

    /** The rows of each frame, without options and entries. */
    static List<List<String>> read(List<byte[]> frames) {
        PlainGraphReader reader = new PlainGraphReader();
        List<List<String>> read = new ArrayList<>();
        for (byte[] frame : frames) {
            List<String> rows = new ArrayList<>();
            for (WireMessage.Field field : WireMessage.parse(frame).fields()) {
                if (field.number() == 1) {
                    for (WireMessage.Field row : field.message().fields()) {
                        reader.row(row.number(), row, rows);
                    }
                }
            }
            read.add(rows);
        }
        return read;
    }

    private void row(int kind, WireMessage.Field row, List<String> rows) {
        switch (kind) {
            case 2 -> rows.add(statement(row.message(), 3));
            case 3 -> rows.add(statement(row.message(), 4));
            case 4 -> rows.add("graph " + graph(row.message(), 1));
            case 5 -> rows.add("end");
            case 6 ->
                rows.add("namespace " + row.message().text(1) + " "
                        + iri(row.message().field(2).orElseThrow().message()));
            case 9, 10, 11 -> entry(kind, row.message());
            default -> {
                // options, and fields that are not known
            }
        }
    }

    private void entry(int table, WireMessage entry) {
        int id = entry.number(1) == 0 ? lastIds.getOrDefault(table, 0) + 1 : entry.number(1);
        lastIds.put(table, id);
        tables.computeIfAbsent(table, key -> new HashMap<>()).put(id, entry.text(2));
    }

    private String statement(WireMessage row, int positions) {
        List<String> terms = new ArrayList<>();
        for (int position = 0; position < positions; position++) {
            String term = position == 3 ? graph(row, 13) : term(row, 1 + 4 * position);
            if (term != null) {
                last.put(LAST_FIELDS[position], term);
            }
            terms.add(Objects.requireNonNull(last.get(LAST_FIELDS[position])));
        }
        return String.join(" ", terms);
    }

    private @Nullable String graph(WireMessage row, int first) {
        if (row.field(first).isPresent()) {
            return iri(row.field(first).get().message());
        }
        if (row.field(first + 1).isPresent()) {
            return "_:" + row.text(first + 1);
        }
        if (row.field(first + 2).isPresent()) {
            return "default";
        }
        return row.field(first + 3).map(field -> literal(field.message())).orElse(null);
    }

    private @Nullable String term(WireMessage message, int first) {
        if (message.field(first).isPresent()) {
            return iri(message.field(first).get().message());
        }
        if (message.field(first + 1).isPresent()) {
            return "_:" + message.text(first + 1);
        }
        if (message.field(first + 2).isPresent()) {
            return literal(message.field(first + 2).get().message());
        }
        return message.field(first + 3)
                .map(field -> "<<" + term(field.message(), 1) + " " + term(field.message(), 5) + " "
                        + term(field.message(), 9) + ">>")
                .orElse(null);
    }

    private String iri(WireMessage iri) {
        lastPrefix = iri.number(1) == 0 ? lastPrefix : iri.number(1);
        lastName = iri.number(2) == 0 ? lastName + 1 : iri.number(2);
        String prefix = lastPrefix == 0 ? "" : tables.get(10).get(lastPrefix);
        return "<" + prefix + Objects.requireNonNull(tables.get(9).get(lastName)) + ">";
    }

    private String literal(WireMessage literal) {
        String label = '"' + literal.text(1) + '"';
        if (literal.field(2).isPresent()) {
            return label + "@" + literal.text(2);
        }
        return literal.field(3).isPresent() ? label + "^^" + tables.get(11).get(literal.number(3)) : label;
    }
}
