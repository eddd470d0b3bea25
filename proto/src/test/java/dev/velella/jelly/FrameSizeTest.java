package dev.velella.jelly;

import static dev.velella.jelly.RdfArbitraries.VALUES;
import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.jelly.format.JellyOptions;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.format.PhysicalType;
import dev.velella.jelly.format.TableSizes;
import dev.velella.rdf.RdfGraph;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntFunction;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.vocabulary.RDF;
import org.eclipse.rdf4j.model.vocabulary.RDFS;
import org.eclipse.rdf4j.model.vocabulary.XSD;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Bytes, against Jelly-JVM with the same options: at most half a percent more, on small readings and on long texts. */
class FrameSizeTest {
    private static final Limits LIMITS = Limits.DEFAULT;

    @ParameterizedTest
    @CsvSource({
        "TRIPLES, 4000, 150, 32",
        "TRIPLES, 128, 16, 16",
        "TRIPLES, 32, 8, 8",
        "TRIPLES, 4000, 0, 32",
        "QUADS, 4000, 150, 32",
        "QUADS, 128, 16, 16",
        "GRAPHS, 128, 16, 16"
    })
    void streamsAreNoLongerThanThoseOfJellyJvm(PhysicalType type, int names, int prefixes, int datatypes) {
        JellyOptions options = new JellyOptions(type, new TableSizes(names, prefixes, datatypes), false, 1);
        assertNoLonger("weather", options, number -> weather(number, type), 300);
        assertNoLonger("products", options, number -> product(number, type), 1500);
    }

    private static void assertNoLonger(String data, JellyOptions options, IntFunction<RdfGraph> graphs, int count) {
        JellyGraphEncoder stream = new JellyGraphEncoder(options, LIMITS);
        JellyGraphEncoder single = new JellyGraphEncoder(options, LIMITS);
        JellyJvm.Writer peerStream = new JellyJvm.Writer(options);
        long[] bytes = new long[4];
        for (int i = 0; i < count; i++) {
            RdfGraph graph = graphs.apply(i);
            bytes[0] += stream.encodeNext(graph).length;
            bytes[1] += peerStream.write(graph).length;
            bytes[2] += single.encode(graph).length;
            bytes[3] += new JellyJvm.Writer(options).write(graph).length;
        }
        System.out.printf(
                "bytes %s %s %s: stream %d, Jelly-JVM %d (%.4f); self-contained %d, Jelly-JVM %d (%.4f)%n",
                data,
                options.physicalType(),
                options.sizes(),
                bytes[0],
                bytes[1],
                (double) bytes[0] / bytes[1],
                bytes[2],
                bytes[3],
                (double) bytes[2] / bytes[3]);
        assertThat((double) bytes[0] / bytes[1]).as("stream of %s", data).isLessThanOrEqualTo(1.005);
        assertThat((double) bytes[2] / bytes[3]).as("self-contained %s", data).isLessThanOrEqualTo(1.005);
    }

    private static IRI iri(String text) {
        return VALUES.createIRI(text);
    }

    private static void add(List<Statement> statements, PhysicalType type, IRI graph, Resource s, IRI p, Value o) {
        statements.add(
                type == PhysicalType.TRIPLES
                        ? VALUES.createStatement(s, p, o)
                        : VALUES.createStatement(s, p, o, graph));
    }

    /** Readings of the sensors of one station; names of sensors recur under several prefixes, times are new. */
    private static RdfGraph weather(int number, PhysicalType type) {
        String base = "https://station.example/ibs_" + number % 3 + "/";
        String sosa = "http://www.w3.org/ns/sosa/";
        SplittableRandom random = new SplittableRandom(number);
        IRI graph = iri(base + "graph/" + number);
        String time = "2026-11-01T" + (10 + number / 60 % 14) + ":" + (10 + number % 50) + ":00Z";
        List<Statement> statements = new ArrayList<>();
        for (int i = 0; i < 11; i++) {
            String property = "property-" + i;
            IRI observation = iri(base + "observation/" + property);
            IRI result = iri(base + "result/" + property);
            add(statements, type, graph, observation, RDF.TYPE, iri(sosa + "Observation"));
            add(statements, type, graph, observation, iri(sosa + "madeBySensor"), iri(base + "sensor/" + property));
            add(
                    statements,
                    type,
                    graph,
                    observation,
                    iri(sosa + "observedProperty"),
                    iri("https://w.example/ns#" + property));
            add(
                    statements,
                    type,
                    graph,
                    observation,
                    iri(sosa + "resultTime"),
                    VALUES.createLiteral(time, XSD.DATETIME));
            add(statements, type, graph, observation, iri(sosa + "hasResult"), result);
            add(
                    statements,
                    type,
                    graph,
                    result,
                    iri("http://qudt.org/1.1/schema/qudt#numericValue"),
                    VALUES.createLiteral(random.nextInt(400) / 10.0 + "", XSD.FLOAT));
            add(
                    statements,
                    type,
                    graph,
                    result,
                    iri("http://qudt.org/1.1/schema/qudt#unit"),
                    iri("http://qudt.org/1.1/vocab/unit#U" + i));
        }
        return RdfGraph.of(statements);
    }

    /** A product with its features, an offer and a review: long texts, every subject new. */
    private static RdfGraph product(int number, PhysicalType type) {
        SplittableRandom random = new SplittableRandom(number);
        String base = "http://bsbm.example/instances/dataFromProducer" + number / 50 + "/";
        String ns = "http://bsbm.example/vocabulary/";
        IRI graph = iri(base + "graph");
        IRI product = iri(base + "Product" + number);
        IRI offer = iri("http://bsbm.example/instances/dataFromVendor" + number / 40 + "/Offer" + number);
        IRI review = iri("http://bsbm.example/instances/dataFromRatingSite" + number / 70 + "/Review" + number);
        List<Statement> statements = new ArrayList<>();
        add(statements, type, graph, product, RDF.TYPE, iri(ns + "Product"));
        add(statements, type, graph, product, RDFS.LABEL, VALUES.createLiteral(words(random, 3)));
        add(statements, type, graph, product, RDFS.COMMENT, VALUES.createLiteral(words(random, 60)));
        add(statements, type, graph, product, iri(ns + "producer"), iri(base + "Producer" + number / 50));
        for (int i = 0; i < 10; i++) {
            add(
                    statements,
                    type,
                    graph,
                    product,
                    iri(ns + "productFeature"),
                    iri("http://bsbm.example/instances/ProductFeature" + random.nextInt(10_000)));
        }
        for (int i = 1; i <= 4; i++) {
            add(
                    statements,
                    type,
                    graph,
                    product,
                    iri(ns + "productPropertyNumeric" + i),
                    VALUES.createLiteral("" + random.nextInt(2000), XSD.INTEGER));
        }
        add(statements, type, graph, offer, iri(ns + "product"), product);
        add(
                statements,
                type,
                graph,
                offer,
                iri(ns + "price"),
                VALUES.createLiteral(random.nextInt(100_000) / 100.0 + "", iri(ns + "USD")));
        add(
                statements,
                type,
                graph,
                offer,
                iri(ns + "validTo"),
                VALUES.createLiteral("2027-01-" + (10 + random.nextInt(20)), XSD.DATE));
        add(statements, type, graph, review, iri(ns + "reviewFor"), product);
        add(
                statements,
                type,
                graph,
                review,
                iri(ns + "reviewer"),
                iri("http://bsbm.example/instances/Reviewer" + random.nextInt(5000)));
        add(
                statements,
                type,
                graph,
                review,
                iri("http://purl.org/stuff/rev#text"),
                VALUES.createLiteral(words(random, 90), "en"));
        return RdfGraph.of(statements);
    }

    private static String words(SplittableRandom random, int count) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < count; i++) {
            text.append(Long.toString(random.nextLong(1L << (10 + random.nextInt(25))), 36))
                    .append(' ');
        }
        return text.toString();
    }
}
