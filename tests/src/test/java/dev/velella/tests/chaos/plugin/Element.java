package dev.velella.tests.chaos.plugin;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * One element of a writer. Its key tells everything about it: what it is, and what its record has to hold.
 *
 * @param writer number of the writer, from 0
 * @param index number among the writer's elements, from 0
 * @param fate what is going to happen to its record on the way
 */
public record Element(int writer, long index, Fate fate) {
    private static final String[] SPACES = {
        "https://example.org/sensor/",
        "https://example.org/unit#",
        "http://www.w3.org/ns/sosa/",
        "http://purl.org/dc/terms/",
        "https://example.com/a/rather/long/namespace/of/somebody/else/",
        "https://example.net/a/",
        "https://example.net/b/",
        "https://example.net/c#",
        "http://www.w3.org/2006/time#",
        "http://qudt.org/schema/qudt/",
        "urn:example:"
    };
    private static final String[] TYPES = {
        "integer",
        "double",
        "dateTime",
        "boolean",
        "decimal",
        "date",
        "anyURI",
        "time",
        "long",
        "short",
        "gYear",
        "byte"
    };
    private static final String[] LANGUAGES = {"en", "de-CH", "pt"};

    /** Above the broker's limit for the topic. */
    private static final int REJECTED_CHARS = 100_000;

    /** Above the producer's limit as well. */
    private static final int TOO_LARGE_CHARS = 250_000;

    /** What a record holds. */
    public enum Kind {
        GRAPH,
        PATCH,
        TOMBSTONE
    }

    /** What happens to a record. */
    public enum Fate {
        /** It is written. */
        SENT,
        /** It is no graph, so that the converter has to refuse it. */
        REFUSED,
        /** The producer refuses it, before it is sent. */
        TOO_LARGE,
        /** The broker refuses it, after others were converted. */
        REJECTED
    }

    /** @param losses whether some elements are to be lost on the way */
    public static Element at(int writer, long index, boolean losses) {
        return new Element(writer, index, losses ? fate(index + 13L * writer) : Fate.SENT);
    }

    private static Fate fate(long number) {
        return switch ((int) (number % 300)) {
            case 50 -> Fate.REFUSED;
            case 150 -> Fate.TOO_LARGE;
            case 250 -> Fate.REJECTED;
            default -> Fate.SENT;
        };
    }

    /** The element of a key. */
    public static Element of(String key) {
        String[] parts = key.split("/");
        return new Element(Integer.parseInt(parts[0]), Long.parseLong(parts[1]), Fate.valueOf(parts[2]));
    }

    /** Key of the record. */
    public String key() {
        return writer + "/" + index + "/" + fate;
    }

    /** What the record holds. */
    public Kind kind() {
        if (fate == Fate.SENT && index % 61 == 17) {
            return Kind.TOMBSTONE;
        }
        return index % 2 == 0 ? Kind.GRAPH : Kind.PATCH;
    }

    /** Partition of the record: all writers write to all partitions. */
    public int partition(int partitions) {
        return (int) Math.floorMod(mixed() >>> 17, (long) partitions);
    }

    /** Rows of the graph or patch; none for a tombstone. */
    public List<Row> rows() {
        Random random = new Random(mixed());
        return switch (kind()) {
            case GRAPH -> graph(random);
            case PATCH -> patch(random);
            case TOMBSTONE -> List.of();
        };
    }

    /** {@link Row#digest} of the rows. */
    public String digest() {
        return Row.digest(rows());
    }

    private List<Row> graph(Random random) {
        List<Row> rows = new ArrayList<>();
        Term name = random.nextInt(3) == 0 ? null : iri("graph/", random, 40);
        int size = 1 + random.nextInt(8);
        for (int i = 0; i < size; i++) {
            rows.add(statement(Row.STATEMENT, random, random.nextInt(4) == 0 ? null : name));
        }
        large(rows, Row.STATEMENT);
        if (random.nextInt(10) == 0) {
            rows.add(Row.named(Row.NAMESPACE, "ex", Term.iri(SPACES[random.nextInt(SPACES.length)])));
        }
        if (fate == Fate.REFUSED) {
            Term literal = Term.literal("no subject", null);
            rows.add(Row.statement(Row.STATEMENT, literal, Term.iri(SPACES[2] + "p"), literal, null));
        }
        return rows;
    }

    private List<Row> patch(Random random) {
        List<Row> rows = new ArrayList<>();
        if (random.nextInt(4) == 0) {
            rows.add(Row.named("H", "id", iri("patch/", random, 1000)));
        }
        rows.add(Row.bare("TX"));
        if (random.nextInt(8) == 0) {
            rows.add(Row.named("PA", "ex", Term.iri(SPACES[random.nextInt(SPACES.length)])));
        }
        Term name = random.nextInt(3) == 0 ? null : iri("graph/", random, 40);
        int size = 2 + random.nextInt(6);
        for (int i = 0; i < size; i++) {
            rows.add(statement(i < size / 2 ? "D" : "A", random, name));
        }
        large(rows, "A");
        if (fate == Fate.REFUSED) {
            rows.add(Row.bare("no such operation"));
        }
        rows.add(Row.bare("TC"));
        return rows;
    }

    private void large(List<Row> rows, String op) {
        if (fate == Fate.REJECTED || fate == Fate.TOO_LARGE) {
            String text = "x".repeat(fate == Fate.REJECTED ? REJECTED_CHARS : TOO_LARGE_CHARS);
            rows.add(Row.statement(
                    op, Term.bnode("large"), Term.iri(SPACES[3] + "text"), Term.literal(text, null), null));
        }
    }

    /** Terms come from pools that are larger than the codec's tables in this test, so that entries are overwritten. */
    private Row statement(String op, Random random, Term graph) {
        Term subject =
                random.nextInt(8) == 0 ? Term.bnode("b" + random.nextInt(5)) : iri("w" + writer + "-", random, 30);
        Term predicate = iri("p", random, 20);
        return Row.statement(op, subject, predicate, object(random), graph);
    }

    private static Term object(Random random) {
        return switch (random.nextInt(5)) {
            case 0 -> iri("o", random, 200);
            case 1 -> Term.literal("plain " + random.nextInt(20), null);
            case 2 -> Term.text("word " + random.nextInt(20), LANGUAGES[random.nextInt(LANGUAGES.length)]);
            case 3 -> Term.bnode("b" + random.nextInt(5));
            default ->
                Term.literal(
                        Integer.toString(random.nextInt(5000)),
                        "http://www.w3.org/2001/XMLSchema#" + TYPES[random.nextInt(TYPES.length)]);
        };
    }

    private static Term iri(String name, Random random, int pool) {
        return Term.iri(SPACES[random.nextInt(SPACES.length)] + name + random.nextInt(pool));
    }

    private long mixed() {
        long bits = (writer + 1) * 0x9E3779B97F4A7C15L + index * 0xD1B54A32D192ED03L;
        bits = (bits ^ (bits >>> 30)) * 0xBF58476D1CE4E5B9L;
        return bits ^ (bits >>> 31);
    }
}
