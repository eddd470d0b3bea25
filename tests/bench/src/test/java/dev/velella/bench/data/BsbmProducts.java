package dev.velella.bench.data;

import dev.velella.rdf.RdfGraph;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.NoSuchElementException;
import java.util.Random;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.base.CoreDatatype.XSD;
import org.eclipse.rdf4j.model.vocabulary.DC;
import org.eclipse.rdf4j.model.vocabulary.RDF;
import org.eclipse.rdf4j.model.vocabulary.RDFS;

/**
 * Products in the manner of the Berlin SPARQL Benchmark: one graph a product, with its features, long texts, one offer
 * and one review; 25 to 28 triples. Every tenth review is in a language with letters beyond ASCII.
 *
 * <p>Where the weather stream repeats its terms in every graph, here the IRIs of products, offers and reviews are new
 * each time and most bytes are literals. Equal seeds give equal streams on every machine, as {@link Random} is
 * specified to the bit; a longer stream begins with the shorter one. Holds the vocabulary and no graph.
 */
public final class BsbmProducts implements Iterator<RdfGraph> {
    private static final String INSTANCES = "http://www4.wiwiss.fu-berlin.de/bizer/bsbm/v01/instances/";
    private static final String VOCABULARY = "http://www4.wiwiss.fu-berlin.de/bizer/bsbm/v01/vocabulary/";
    private static final int PRODUCTS_OF_A_PRODUCER = 40;
    private static final int WORDS = 5_000;
    private static final String[] LETTERS = {
        "abcdefghijklmnopqrstuvwxyz",
        "abcdefghijklmnopqrstuvwxyzäöüß",
        "абвгдежзиклмнопрстуфхцчшщыэюя",
        "日本語製品評価良品質高価格早配送"
    };
    private static final String[] LANGUAGES = {"en", "de", "ru", "ja"};

    private static final IRI PRODUCT = vocabulary("Product");
    private static final IRI OFFER = vocabulary("Offer");
    private static final IRI USD = vocabulary("USD");
    private static final IRI REVIEW_TEXT = Terms.VALUES.createIRI("http://purl.org/stuff/rev#text");

    private final Random random;
    private final int products;
    private final List<List<String>> words = new ArrayList<>();
    private int next;

    /** A stream of that many products. */
    public BsbmProducts(int products, long seed) {
        this.products = products;
        random = new Random(seed);
        for (String letters : LETTERS) {
            words.add(vocabularyOf(letters));
        }
    }

    @Override
    public boolean hasNext() {
        return next < products;
    }

    @Override
    public RdfGraph next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        int number = next++;
        String data = INSTANCES + "dataFromProducer" + number / PRODUCTS_OF_A_PRODUCER + "/";
        IRI product = iri(data + "Product" + number);
        IRI producer = iri(data + "Producer" + number / PRODUCTS_OF_A_PRODUCER);
        List<Statement> statements = new ArrayList<>(28);
        addProduct(statements, product, producer);
        addOffer(statements, product);
        addReview(statements, product);
        return RdfGraph.of(statements);
    }

    private void addProduct(List<Statement> to, IRI product, IRI producer) {
        add(to, product, RDF.TYPE, iri(INSTANCES + "ProductType" + random.nextInt(300)));
        add(to, product, RDF.TYPE, PRODUCT);
        add(to, product, RDFS.LABEL, text(2, 3));
        add(to, product, RDFS.COMMENT, text(40, 100));
        add(to, product, vocabulary("producer"), producer);
        int features = 6 + random.nextInt(4);
        for (int i = 0; i < features; i++) {
            add(to, product, vocabulary("productFeature"), iri(INSTANCES + "ProductFeature" + random.nextInt(10_000)));
        }
        for (int i = 1; i <= 3; i++) {
            add(to, product, vocabulary("productPropertyNumeric" + i), integer(random.nextInt(2000)));
        }
        for (int i = 1; i <= 3; i++) {
            add(to, product, vocabulary("productPropertyTextual" + i), text(5, 15));
        }
        add(to, product, DC.PUBLISHER, producer);
        String date = String.format(
                Locale.ROOT,
                "%04d-%02d-%02d",
                2000 + random.nextInt(9),
                1 + random.nextInt(12),
                1 + random.nextInt(28));
        add(to, product, DC.DATE, Terms.VALUES.createLiteral(date, XSD.DATE));
    }

    private void addOffer(List<Statement> to, IRI product) {
        IRI offer =
                iri(INSTANCES + "dataFromVendor" + random.nextInt(500) + "/Offer" + random.nextInt(Integer.MAX_VALUE));
        int cents = random.nextInt(1_000_000);
        String price = cents / 100 + "." + cents / 10 % 10 + cents % 10;
        add(to, offer, RDF.TYPE, OFFER);
        add(to, offer, vocabulary("product"), product);
        add(to, offer, vocabulary("price"), Terms.VALUES.createLiteral(price, USD));
        add(to, offer, vocabulary("deliveryDays"), integer(1 + random.nextInt(14)));
    }

    private void addReview(List<Statement> to, IRI product) {
        IRI review = iri(
                INSTANCES + "dataFromRatingSite" + random.nextInt(50) + "/Review" + random.nextInt(Integer.MAX_VALUE));
        int language = next % 10 == 0 ? 1 + random.nextInt(LANGUAGES.length - 1) : 0;
        add(to, review, vocabulary("reviewFor"), product);
        add(
                to,
                review,
                REVIEW_TEXT,
                Terms.VALUES.createLiteral(sentence(words.get(language), 20, 80), LANGUAGES[language]));
    }

    private List<String> vocabularyOf(String letters) {
        List<String> vocabulary = new ArrayList<>(WORDS);
        for (int i = 0; i < WORDS; i++) {
            StringBuilder word = new StringBuilder();
            int length = 3 + random.nextInt(8);
            for (int j = 0; j < length; j++) {
                word.append(letters.charAt(random.nextInt(letters.length())));
            }
            vocabulary.add(word.toString());
        }
        return vocabulary;
    }

    private Literal text(int least, int most) {
        return Terms.VALUES.createLiteral(sentence(words.get(0), least, most));
    }

    private String sentence(List<String> from, int least, int most) {
        StringBuilder text = new StringBuilder();
        int length = least + random.nextInt(most - least + 1);
        for (int i = 0; i < length; i++) {
            text.append(i == 0 ? "" : " ").append(from.get(random.nextInt(WORDS)));
        }
        return text.toString();
    }

    private static Literal integer(int value) {
        return Terms.VALUES.createLiteral(Integer.toString(value), XSD.INTEGER);
    }

    private static void add(List<Statement> to, Resource subject, IRI predicate, Value object) {
        to.add(Terms.VALUES.createStatement(subject, predicate, object));
    }

    private static IRI vocabulary(String name) {
        return iri(VOCABULARY + name);
    }

    private static IRI iri(String text) {
        return Terms.VALUES.createIRI(text);
    }
}
