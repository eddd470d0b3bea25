package dev.velella.source.simulator;

import static dev.velella.source.simulator.WeatherVocabulary.AS_WKT;
import static dev.velella.source.simulator.WeatherVocabulary.AT_TIME;
import static dev.velella.source.simulator.WeatherVocabulary.FEATURE_OF_INTEREST;
import static dev.velella.source.simulator.WeatherVocabulary.GEOMETRY;
import static dev.velella.source.simulator.WeatherVocabulary.HAS_FEATURE_OF_INTEREST;
import static dev.velella.source.simulator.WeatherVocabulary.HAS_GEOMETRY;
import static dev.velella.source.simulator.WeatherVocabulary.HAS_NUMERICAL_VALUE;
import static dev.velella.source.simulator.WeatherVocabulary.HAS_UNIT;
import static dev.velella.source.simulator.WeatherVocabulary.IS_PROPERTY_OF;
import static dev.velella.source.simulator.WeatherVocabulary.IS_RESULT_OF;
import static dev.velella.source.simulator.WeatherVocabulary.MADE_BY_SENSOR;
import static dev.velella.source.simulator.WeatherVocabulary.MEASURE_RESULT;
import static dev.velella.source.simulator.WeatherVocabulary.OBSERVABLE_PROPERTY;
import static dev.velella.source.simulator.WeatherVocabulary.OBSERVATION;
import static dev.velella.source.simulator.WeatherVocabulary.OBSERVED_PROPERTY;
import static dev.velella.source.simulator.WeatherVocabulary.RESULT_TIME;
import static dev.velella.source.simulator.WeatherVocabulary.SENSOR;
import static dev.velella.source.simulator.WeatherVocabulary.VALUES;
import static dev.velella.source.simulator.WeatherVocabulary.WKT_LITERAL;

import dev.velella.rdf.RdfGraph;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.base.CoreDatatype.XSD;
import org.eclipse.rdf4j.model.vocabulary.RDF;
import org.eclipse.rdf4j.model.vocabulary.RDFS;

/**
 * Turns the samples of one station into elements: one statement in the default graph that gives the named graph's time,
 * then the named graph (site, sensor and properties, the observations, and last the changing statements).
 *
 * <p>Terms that do not depend on the sample are made once and shared by all elements; only statements are new, because
 * the graph name carries the time. Immutable.
 */
final class WeatherShape {
    private static final DateTimeFormatter MICROSECONDS =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSS", Locale.ROOT);
    private static final int STATEMENTS = 116;

    /** Start of every IRI of the site. */
    private static final String BASE = "https://assist-iot.eu/pilot2_rdf/";

    private final int station;

    /** The part of an IRI between the kind of a thing and its name; empty for the first station. */
    private final String suffix;

    private final IRI sensor;
    private final IRI feature;
    private final List<IRI> properties;
    private final List<Triple> site;

    private final List<Observation> observations;

    WeatherShape(int station) {
        this.station = station;
        suffix = station == 0 ? "" : "/ws/ibs_" + (station + 1);
        sensor = iri(BASE + "sensor" + suffix);
        feature = iri(BASE + "feature/site_outside");
        properties = WeatherProperty.ALL.stream()
                .map(property -> iri(BASE + "prop/site_outside/" + property.name()))
                .toList();
        site = site();
        observations = observations();
    }

    /** The element of a sample of this station. */
    RdfGraph element(WeatherSample sample) {
        String time = timeText(sample);
        IRI graph = iri(BASE + "graph/ws/ibs_" + (station + 1) + "/" + time.replace(":", "%3A"));
        Literal timeLiteral = VALUES.createLiteral(time, XSD.DATETIME);

        List<Statement> statements = new ArrayList<>(STATEMENTS);
        statements.add(VALUES.createStatement(graph, AT_TIME, timeLiteral));
        addAll(statements, site, graph);
        for (Observation observation : observations) {
            addAll(statements, observation.fixed(), graph);
        }
        for (int i = 0; i < observations.size(); i++) {
            Observation observation = observations.get(i);
            Literal value = VALUES.createLiteral(sample.values().get(i), XSD.FLOAT);
            statements.add(VALUES.createStatement(observation.name(), RESULT_TIME, timeLiteral, graph));
            statements.add(VALUES.createStatement(observation.result(), HAS_NUMERICAL_VALUE, value, graph));
        }
        return RdfGraph.of(statements);
    }

    /** The time of a sample as an element spells it. */
    static String timeText(WeatherSample sample) {
        return MICROSECONDS.format(sample.time());
    }

    private static void addAll(List<Statement> statements, List<Triple> triples, Resource graph) {
        for (Triple t : triples) {
            statements.add(VALUES.createStatement(t.subject(), t.predicate(), t.object(), graph));
        }
    }

    private List<Triple> site() {
        IRI location = iri(BASE + "sensor" + suffix + "/location");
        String point = "Point(" + degrees(20.9403853 + 0.01 * station) + " " + degrees(52.2455635) + ")";
        List<Triple> triples = new ArrayList<>();
        triples.add(new Triple(feature, RDF.TYPE, FEATURE_OF_INTEREST));
        triples.add(new Triple(feature, RDFS.LABEL, VALUES.createLiteral("Outside conditions on the worksite")));
        triples.add(new Triple(location, RDF.TYPE, GEOMETRY));
        triples.add(new Triple(location, AS_WKT, VALUES.createLiteral(point, WKT_LITERAL)));
        triples.add(new Triple(sensor, RDF.TYPE, SENSOR));
        triples.add(new Triple(
                sensor,
                RDFS.LABEL,
                VALUES.createLiteral("Davis Vantage Pro 2 weather station installed on the pilot site")));
        triples.add(new Triple(sensor, HAS_GEOMETRY, location));
        for (int i = 0; i < properties.size(); i++) {
            IRI name = properties.get(i);
            triples.add(new Triple(name, RDF.TYPE, WeatherProperty.ALL.get(i).type()));
            triples.add(new Triple(name, RDF.TYPE, OBSERVABLE_PROPERTY));
            triples.add(new Triple(name, IS_PROPERTY_OF, feature));
        }
        return List.copyOf(triples);
    }

    private List<Observation> observations() {
        List<Observation> made = new ArrayList<>(properties.size());
        for (int i = 0; i < properties.size(); i++) {
            made.add(observation(WeatherProperty.ALL.get(i), properties.get(i)));
        }
        return List.copyOf(made);
    }

    private Observation observation(WeatherProperty property, IRI propertyName) {
        String path = suffix + "/" + property.name();
        IRI name = iri(BASE + "obs" + path);
        IRI result = iri(BASE + "result" + path);
        return new Observation(
                name,
                result,
                List.of(
                        new Triple(name, RDF.TYPE, OBSERVATION),
                        new Triple(name, MADE_BY_SENSOR, sensor),
                        new Triple(name, HAS_FEATURE_OF_INTEREST, feature),
                        new Triple(name, OBSERVED_PROPERTY, propertyName),
                        new Triple(result, RDF.TYPE, MEASURE_RESULT),
                        new Triple(result, IS_RESULT_OF, name),
                        new Triple(result, HAS_UNIT, property.unit())));
    }

    private static IRI iri(String text) {
        return VALUES.createIRI(text);
    }

    /** A number with seven decimal places, rounded from the exact value of the double. */
    private static String degrees(double value) {
        return new BigDecimal(value).setScale(7, RoundingMode.HALF_EVEN).toPlainString();
    }

    /** A statement that still lacks its graph. */
    private record Triple(IRI subject, IRI predicate, Value object) {}

    /**
     * One observation of an element.
     *
     * @param fixed statements that depend on neither time nor value
     */
    private record Observation(IRI name, IRI result, List<Triple> fixed) {}
}
