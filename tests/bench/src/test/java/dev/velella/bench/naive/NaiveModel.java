package dev.velella.bench.naive;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Model;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.LinkedHashModel;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.model.vocabulary.RDF;
import org.eclipse.rdf4j.model.vocabulary.RDFS;
import org.eclipse.rdf4j.model.vocabulary.XSD;

/** The reading of a weather station as RDF, by hand: the 116 statements of the sample's template, in one graph for each station. */
public final class NaiveModel {
    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();
    private static final String SITE = "https://assist-iot.eu/pilot2_rdf/";
    private static final String SOSA = "http://www.w3.org/ns/sosa/";
    private static final String OM = "http://www.ontology-of-units-of-measure.org/resource/om-2/";
    private static final String P2 = "https://assist-iot.eu/ontologies/aiot_p2#";
    private static final String GEO = "http://www.opengis.net/ont/geosparql#";

    /** Class and unit of each property. */
    private static final Map<String, String[]> PROPERTIES = Map.of(
            "humidity", new String[] {OM + "RelativeHumidity", OM + "percent"},
            "pressure", new String[] {P2 + "AtmosphericPressure", P2 + "inchHg"},
            "rain", new String[] {P2 + "RainRate", P2 + "inchPerHour"},
            "sun", new String[] {P2 + "SolarIrradiance", OM + "wattPerSquareMetre"},
            "temp", new String[] {OM + "FahrenheitTemperature", OM + "degreeFahrenheit"},
            "uv", new String[] {P2 + "UvIndex", OM + "one"},
            "wind_dir", new String[] {P2 + "WindDirection", OM + "degree"},
            "wind_speed", new String[] {P2 + "WindSpeed", OM + "mile-StatutePerHour"},
            "wind_speed_avg", new String[] {P2 + "AverageWindSpeed", OM + "mile-StatutePerHour"});

    private NaiveModel() {}

    /** The model of a reading. */
    public static Model of(JsonNode reading) {
        String station = reading.get("station").asText();
        IRI graph = iri("urn:velella:stream:" + station);
        IRI sensor = iri(SITE + "sensor/ws/" + station);
        IRI place = iri(sensor + "/location");
        IRI site = iri(SITE + "feature/site_outside");
        var time = VALUES.createLiteral(reading.get("time").asText(), XSD.DATETIME);
        Model model = new LinkedHashModel();
        model.add(graph, iri("http://www.w3.org/ns/prov#atTime"), time, graph);
        model.add(site, RDF.TYPE, iri(SOSA + "FeatureOfInterest"), graph);
        model.add(site, RDFS.LABEL, VALUES.createLiteral("Outside conditions on the worksite"), graph);
        model.add(place, RDF.TYPE, iri(GEO + "Geometry"), graph);
        model.add(
                place,
                iri(GEO + "asWKT"),
                VALUES.createLiteral("Point(20.9403853 52.2455635)", iri(GEO + "wktLiteral")),
                graph);
        model.add(sensor, RDF.TYPE, iri(SOSA + "Sensor"), graph);
        model.add(sensor, iri(GEO + "hasGeometry"), place, graph);
        model.add(
                sensor,
                RDFS.LABEL,
                VALUES.createLiteral("Davis Vantage Pro 2 weather station installed on the pilot site"),
                graph);
        PROPERTIES.forEach((name, kind) -> {
            IRI property = iri(SITE + "prop/site_outside/" + name);
            IRI observation = iri(SITE + "obs/ws/" + station + "/" + name);
            IRI result = iri(SITE + "result/ws/" + station + "/" + name);
            model.add(property, RDF.TYPE, iri(kind[0]), graph);
            model.add(property, RDF.TYPE, iri(SOSA + "ObservableProperty"), graph);
            model.add(property, iri("http://www.w3.org/ns/ssn/isPropertyOf"), site, graph);
            model.add(observation, RDF.TYPE, iri(SOSA + "Observation"), graph);
            model.add(observation, iri(SOSA + "madeBySensor"), sensor, graph);
            model.add(observation, iri(SOSA + "hasFeatureOfInterest"), site, graph);
            model.add(observation, iri(SOSA + "observedProperty"), property, graph);
            model.add(observation, iri(SOSA + "resultTime"), time, graph);
            model.add(result, RDF.TYPE, iri("https://assist-iot.eu/ontologies/aiot#MeasureResult"), graph);
            model.add(result, iri(SOSA + "isResultOf"), observation, graph);
            model.add(result, iri(OM + "hasUnit"), iri(kind[1]), graph);
            model.add(
                    result,
                    iri(OM + "hasNumericalValue"),
                    VALUES.createLiteral(reading.get(name).asText(), XSD.FLOAT),
                    graph);
        });
        return model;
    }

    private static IRI iri(String text) {
        return VALUES.createIRI(text);
    }
}
