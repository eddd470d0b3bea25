package dev.velella.document.parse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.document.budget.MalformedDocumentException;
import dev.velella.document.format.DocumentFormat;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.eclipse.rdf4j.model.BNode;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.rio.helpers.StatementCollector;
import org.junit.jupiter.api.Test;

/**
 * Reads random texts of Turtle and TriG with our parser and with {@link Oxigraph}. A text of the grammar is read by both,
 * and says the same to both. A text that was changed after that is read by both, or by none, but for what the two
 * patterns below and RDF 1.2 explain.
 *
 * <p>The properties {@code velella.turtle.fuzz.inputs}, {@code .seed} and {@code .first} set the number of texts, the
 * seed, and the first text, so that a finding can be repeated.
 */
class TurtleFuzzTest {
    private static final int BATCH = 1000;

    /**
     * Oxigraph checks IRIs by RFC 3987 and language tags by BCP 47, we by the grammar of the format. It takes a word with
     * all that stands behind its dot as one.
     */
    private static final Pattern STRICTER = Pattern.compile(
            "IRI|host|Invalid (port )?character|subtag|prefixed name \\S+ builds|(a|true|false)\\.\\S* is not a valid");

    /** A name with an escape and a dot behind it, which Oxigraph misreads; see {@link TurtleTexts}. */
    private static final Pattern ESCAPE_AND_DOT = Pattern.compile(":[^\\s<>]*\\\\[_~.!$&'()*+,;=/?#@%-][^\\s<>]*\\.");

    private final long inputs = Long.getLong("velella.turtle.fuzz.inputs", 15_000);
    private final long seed = Long.getLong("velella.turtle.fuzz.seed", 20261129);
    private final long first = Long.getLong("velella.turtle.fuzz.first", 0);

    @Test
    void readsWhatAParserOfOtherBloodReads() throws Exception {
        Map<String, Long> answers = new TreeMap<>();
        List<String> findings = new ArrayList<>();
        try (Oxigraph oxigraph = Oxigraph.require()) {
            for (long from = first; from < first + inputs; from += BATCH) {
                List<Oxigraph.Reading> batch = new ArrayList<>();
                for (long i = from; i < Math.min(from + BATCH, first + inputs); i++) {
                    batch.add(reading(i));
                }
                List<String> compared = oxigraph.compare(batch);
                for (int i = 0; i < compared.size(); i++) {
                    boolean isChanged = isChanged(from + i);
                    String answer = compared.get(i);
                    String kind = answer.split(" ")[0];
                    answers.merge(isChanged ? "changed " + kind : kind, 1L, Long::sum);
                    if (isFinding(answer, isChanged, batch.get(i))) {
                        findings.add("text " + (from + i) + ": " + answer + "\n" + batch.get(i));
                    }
                }
                assertThat(findings).as("seed " + seed).hasSizeLessThan(20);
            }
        }
        System.out.println("turtle-fuzz: seed " + seed + ", texts from " + first + ": " + answers);
        assertThat(findings).as("seed " + seed).isEmpty();
        assertThat(answers.keySet()).contains("=", "changed =", "changed refused");
    }

    private static boolean isFinding(String answer, boolean isChanged, Oxigraph.Reading reading) {
        if (!isChanged || answer.equals("=")) {
            return !answer.equals("=");
        }
        boolean isStricter =
                answer.startsWith("only-given ") && STRICTER.matcher(answer).find();
        String refusal = reading.refusal() == null ? "" : reading.refusal();
        boolean isOfRdf12 = answer.startsWith("only-read ") && refusal.contains("which RDF4J cannot hold");
        boolean isMisread = ESCAPE_AND_DOT.matcher(reading.text()).find();
        return !(isStricter || isOfRdf12 || isMisread || answer.startsWith("refused "));
    }

    private static boolean isChanged(long number) {
        return number % 4 == 3;
    }

    private Oxigraph.Reading reading(long number) throws IOException {
        SplittableRandom random = new SplittableRandom(seed * 1_000_003 + number);
        boolean graphs = random.nextBoolean();
        String text = isChanged(number) ? TurtleTexts.changed(random, graphs) : TurtleTexts.next(random, graphs);
        DocumentFormat format = graphs ? DocumentFormat.TRIG : DocumentFormat.TURTLE;
        List<Statement> statements = new ArrayList<>();
        try {
            new RdfTextReader(format, null)
                    .read(
                            new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)),
                            new StatementCollector(statements));
        } catch (MalformedDocumentException e) {
            return new Oxigraph.Reading(graphs, text, null, e.getMessage());
        }
        return new Oxigraph.Reading(graphs, text, quads(statements), null);
    }

    private static String quads(List<Statement> statements) {
        StringBuilder quads = new StringBuilder();
        Map<String, Integer> labels = new HashMap<>();
        for (Statement st : statements) {
            write(st.getSubject(), quads, labels);
            write(st.getPredicate(), quads, labels);
            write(st.getObject(), quads, labels);
            if (st.getContext() != null) {
                write(st.getContext(), quads, labels);
            }
            quads.append(".\n");
        }
        return quads.toString();
    }

    private static void write(Value term, StringBuilder quads, Map<String, Integer> labels) {
        if (term instanceof IRI) {
            quads.append('<').append(term.stringValue()).append("> ");
        } else if (term instanceof BNode node) {
            quads.append("_:b")
                    .append(labels.computeIfAbsent(node.getID(), id -> labels.size()))
                    .append(' ');
        } else if (term instanceof Literal literal) {
            String label = literal.getLabel();
            quads.append('"');
            for (int i = 0; i < label.length(); i++) {
                char c = label.charAt(i);
                quads.append(c < ' ' || c == '"' || c == '\\' ? String.format("\\u%04X", (int) c) : String.valueOf(c));
            }
            quads.append('"');
            literal.getLanguage()
                    .ifPresentOrElse(
                            language -> quads.append('@').append(language).append(' '), () -> quads.append("^^<")
                                    .append(literal.getDatatype())
                                    .append("> "));
        } else {
            throw new AssertionError(term);
        }
    }
}
