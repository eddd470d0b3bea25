package dev.velella.document.jsonld;

import dev.velella.document.budget.DocumentTerms;
import dev.velella.document.budget.ReadingBudget;
import jakarta.json.JsonValue;
import java.io.StringReader;
import no.hasmac.jsonld.json.JsonCanonicalizer;
import org.eclipse.rdf4j.model.BNode;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.vocabulary.RDF;

/** Terms of one JSON-LD document whose strings are escaped as in {@link JsonLdText}. Not thread-safe. */
public final class JsonLdTerms extends DocumentTerms {
    /**
     * The base for a document that has none. Without a base the library drops relative IRIs silently; with this one
     * they are seen and refused.
     */
    static final String NO_BASE = "no-base.velella:/";

    private static final String JSON = RDF.NAMESPACE + "JSON";

    private final BudgetJson json;

    public JsonLdTerms(ReadingBudget budget) {
        super(budget);
        json = new BudgetJson(budget);
    }

    @Override
    public IRI createIRI(String escaped) {
        return created(JsonLdText.iri(escaped));
    }

    /** The IRI of a property. */
    IRI createProperty(String escaped) {
        return created(JsonLdText.property(escaped));
    }

    private IRI created(String text) {
        if (text.startsWith(NO_BASE)) {
            throw new IllegalArgumentException("not an absolute IRI: " + text.substring(NO_BASE.length()));
        }
        return super.createIRI(text);
    }

    @Override
    public BNode createBNode(String label) {
        return super.createBNode(JsonLdText.text(label));
    }

    @Override
    public Literal createLiteral(String label) {
        return super.createLiteral(JsonLdText.text(label));
    }

    @Override
    public Literal createLiteral(String label, IRI datatype) {
        String text = JsonLdText.text(label);
        if (!text.equals(label) && datatype.stringValue().equals(JSON)) {
            // The library has put the members in the order of their escaped names, and has read escaped quotation marks
            // as other characters.
            JsonValue escaped = json.read(new StringReader(label));
            text = JsonCanonicalizer.canonicalize(json.mapped(escaped, null, (key, part) -> JsonLdText.text(part)));
        }
        return super.createLiteral(text, datatype);
    }

    @Override
    public Literal createLiteral(String label, String language) {
        return super.createLiteral(JsonLdText.text(label), JsonLdText.text(language));
    }
}
