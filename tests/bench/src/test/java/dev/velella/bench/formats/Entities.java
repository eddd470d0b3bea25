package dev.velella.bench.formats;

import dev.velella.rdf.RdfGraph;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.model.vocabulary.RDF;
import org.eclipse.rdf4j.model.vocabulary.RDFS;
import org.eclipse.rdf4j.model.vocabulary.SKOS;
import org.eclipse.rdf4j.model.vocabulary.XSD;

/**
 * Entities in the manner of a Wikibase: numbered items and properties in many namespaces, labels in several languages, and
 * statements with ranks and references. Most IRIs are numbers, and each property is used in several namespaces. Equal seeds give
 * equal streams.
 */
final class Entities {
    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();
    private static final String SITE = "http://wiki.example.org/";
    private static final List<String> LANGUAGES = List.of("en", "de", "fr", "ru", "ja", "pl");
    private static final String LETTERS = "aeiourstlnmdk";

    private final Random random;
    private int number;

    Entities(long seed) {
        random = new Random(seed);
    }

    /** The next entity. */
    RdfGraph next() {
        IRI item = iri("entity/Q" + (1_000 + number++));
        List<Statement> all = new ArrayList<>();
        add(all, item, RDF.TYPE, iri("ontology#Item"));
        for (String language : LANGUAGES.subList(0, 2 + random.nextInt(5))) {
            add(all, item, RDFS.LABEL, VALUES.createLiteral(words(1 + random.nextInt(3)), language));
            add(all, item, SKOS.ALT_LABEL, VALUES.createLiteral(words(1 + random.nextInt(3)), language));
        }
        int statements = 3 + random.nextInt(12);
        for (int i = 0; i < statements; i++) {
            // Few properties are on most entities.
            String property = "P" + (int) Math.pow(900, random.nextDouble());
            IRI statement = iri("entity/statement/Q" + (999 + number) + "-" + Long.toHexString(random.nextLong()));
            Value value = value();
            add(all, item, iri("prop/direct/" + property), value);
            add(all, item, iri("prop/" + property), statement);
            add(all, statement, RDF.TYPE, iri("ontology#Statement"));
            add(all, statement, iri("ontology#rank"), iri("ontology#NormalRank"));
            add(all, statement, iri("prop/statement/" + property), value);
            add(all, statement, iri("prop/reference"), iri("reference/" + Long.toHexString(random.nextInt(5_000))));
        }
        return RdfGraph.of(all);
    }

    private Value value() {
        return switch (random.nextInt(4)) {
            case 0 -> VALUES.createLiteral(words(2));
            case 1 ->
                VALUES.createLiteral(
                        (1500 + random.nextInt(520)) + "-0" + (1 + random.nextInt(9)) + "-01T00:00:00Z", XSD.DATETIME);
            default -> iri("entity/Q" + (int) Math.pow(1_000_000, random.nextDouble()));
        };
    }

    private String words(int count) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < count; i++) {
            text.append(i == 0 ? "" : " ");
            int length = 3 + random.nextInt(7);
            for (int j = 0; j < length; j++) {
                text.append(LETTERS.charAt(random.nextInt(LETTERS.length())));
            }
        }
        return text.toString();
    }

    private static IRI iri(String name) {
        return VALUES.createIRI(SITE + name);
    }

    private static void add(List<Statement> to, IRI subject, IRI predicate, Value object) {
        to.add(VALUES.createStatement(subject, predicate, object));
    }
}
