package dev.velella.source.payload;

import dev.velella.document.DocumentFormat;
import dev.velella.document.DocumentReader;
import dev.velella.document.MalformedDocumentException;
import dev.velella.document.VerifiedTerms;
import dev.velella.jelly.Limits;
import dev.velella.rdf.RdfGraph;
import dev.velella.source.payload.PayloadException.Reason;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.rdf4j.model.BNode;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.ValueFactory;
import org.jspecify.annotations.Nullable;

/**
 * Plain JSON by a template: a TriG document with holes in its IRIs and literals, which are filled from the payload. A hole is
 * {@code {/json/pointer}}, {@code {topic}}, {@code {topic[N]}} (a level of the topic, from 1 or backwards from -1) or {@code
 * {now}}. The template is parsed once and filled term by term, so that no payload can add to it. Immutable, thread-safe.
 *
 * <p>A number fills a hole as it is written in the payload. A hole that is all of an IRI is filled with an IRI, elsewhere in
 * an IRI the value is percent-encoded. A statement with a hole for which the payload has no value is left out. Where the
 * payload is an array, each of its items fills the template.
 */
final class GraphTemplate implements PayloadFormat {
    private static final Pattern HOLE = Pattern.compile("\\{(/[^{}\\s\"<>]*|topic|topic\\[-?[1-9]\\d*]|now)}");

    /** Stand for a hole while the template is parsed: no document has these characters, and an IRI may. */
    private static final char OPEN = '\uE000';

    private static final char CLOSE = '\uE001';

    /** Stands before a hole that is all of an IRI, which would else be a relative one. */
    private static final String WHOLE = "hole:";

    private static final Pattern MARK = Pattern.compile(OPEN + "(\\d+)" + CLOSE);
    private static final ValueFactory TERMS = new VerifiedTerms();

    private final List<String> holes = new ArrayList<>();
    private final RdfGraph shape;

    /** @throws IllegalArgumentException if the template is no TriG, or has a hole where none can be */
    GraphTemplate(String template) {
        StringBuilder marked = new StringBuilder();
        Matcher hole = HOLE.matcher(template);
        while (hole.find()) {
            boolean wholeIri = template.startsWith("<", hole.start() - 1) && template.startsWith(">", hole.end());
            hole.appendReplacement(marked, (wholeIri ? WHOLE : "") + OPEN + holes.size() + CLOSE);
            holes.add(hole.group(1));
        }
        hole.appendTail(marked);
        try {
            shape = new DocumentReader(Limits.DEFAULT)
                    .readGraph(DocumentFormat.TRIG, marked.toString().getBytes(StandardCharsets.UTF_8));
        } catch (MalformedDocumentException e) {
            throw new IllegalArgumentException(
                    "is no TriG with holes in <IRIs> and \"literals\": " + e.getMessage(), e);
        }
    }

    @Override
    public RdfGraph read(Payload payload) {
        JsonTree json = JsonTree.parse(payload.bytes());
        List<Statement> filled = new ArrayList<>();
        if (json.kind() == JsonTree.Kind.ARRAY) {
            for (int i = 0; i < json.items().size(); i++) {
                fill(filled, payload, json.items().get(i), "i" + i);
            }
        } else {
            fill(filled, payload, json, "");
        }
        if (filled.isEmpty()) {
            throw new PayloadException(
                    Reason.MALFORMED, "the payload has none of the values that payload.json.template asks for");
        }
        return new RdfGraph(filled, shape.namespaces());
    }

    private void fill(List<Statement> filled, Payload payload, JsonTree json, String item) {
        Filling filling = new Filling(payload, json, item);
        for (Statement statement : shape.statements()) {
            Value subject = filling.of(statement.getSubject());
            Value predicate = filling.of(statement.getPredicate());
            Value object = filling.of(statement.getObject());
            Value graph = statement.getContext() == null ? null : filling.of(statement.getContext());
            if (subject != null
                    && predicate != null
                    && object != null
                    && (graph != null || statement.getContext() == null)) {
                filled.add(TERMS.createStatement((Resource) subject, (IRI) predicate, object, (Resource) graph));
            }
        }
    }

    /** The values of one payload, or of one item of it. */
    private final class Filling {
        private final Payload payload;
        private final JsonTree json;
        private final String item;

        Filling(Payload payload, JsonTree json, String item) {
            this.payload = payload;
            this.json = json;
            this.item = item;
        }

        /** A term without holes; null if there is nothing for one of them. */
        @Nullable
        Value of(Value term) {
            try {
                if (term instanceof IRI iri) {
                    String marked = iri.stringValue();
                    boolean whole = marked.startsWith(WHOLE + OPEN);
                    String text = whole ? filled(marked.substring(WHOLE.length()), false) : filled(marked, true);
                    return text == null ? null : TERMS.createIRI(text);
                } else if (term instanceof Literal literal) {
                    return literal(literal);
                } else if (term instanceof BNode node) {
                    return item.isEmpty() ? node : TERMS.createBNode(node.getID() + item);
                }
                return term;
            } catch (IllegalArgumentException e) {
                throw new PayloadException(Reason.MALFORMED, "by payload.json.template: " + e.getMessage(), e);
            }
        }

        private @Nullable Literal literal(Literal literal) {
            String text = filled(literal.getLabel(), false);
            if (text == null) {
                return null;
            }
            return literal.getLanguage().isPresent()
                    ? TERMS.createLiteral(text, literal.getLanguage().get())
                    : TERMS.createLiteral(text, literal.getDatatype());
        }

        private @Nullable String filled(String text, boolean encoded) {
            if (text.indexOf(OPEN) < 0) {
                return text;
            }
            Matcher mark = MARK.matcher(text);
            StringBuilder out = new StringBuilder();
            while (mark.find()) {
                String value = value(holes.get(Integer.parseInt(mark.group(1))));
                if (value == null) {
                    return null;
                }
                mark.appendReplacement(out, Matcher.quoteReplacement(encoded ? IriText.encoded(value, "") : value));
            }
            return mark.appendTail(out).toString();
        }

        private @Nullable String value(String hole) {
            if (hole.startsWith("/")) {
                return json.textAt(hole);
            } else if (hole.equals("topic")) {
                return payload.topic();
            } else if (hole.equals("now")) {
                return Instant.ofEpochMilli(payload.received().toEpochMilli()).toString();
            }
            return TopicLevels.level(
                    payload.topic(), Integer.parseInt(hole.substring("topic[".length(), hole.length() - 1)));
        }
    }
}
