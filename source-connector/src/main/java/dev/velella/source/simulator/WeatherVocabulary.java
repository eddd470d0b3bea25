package dev.velella.source.simulator;

import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;

/** Namespaces, classes and predicates of the weather data (SOSA/SSN, OM, GeoSPARQL and the ASSIST-IoT ontologies). */
final class WeatherVocabulary {
    static final String SOSA = "http://www.w3.org/ns/sosa/";
    static final String SSN = "http://www.w3.org/ns/ssn/";
    static final String OM = "http://www.ontology-of-units-of-measure.org/resource/om-2/";
    static final String GEO = "http://www.opengis.net/ont/geosparql#";
    static final String AIOT = "https://assist-iot.eu/ontologies/aiot#";
    static final String AIOT_P2 = "https://assist-iot.eu/ontologies/aiot_p2#";

    static final ValueFactory VALUES = SimpleValueFactory.getInstance();

    static final IRI AT_TIME = VALUES.createIRI("http://www.w3.org/ns/prov#atTime");
    static final IRI FEATURE_OF_INTEREST = VALUES.createIRI(SOSA + "FeatureOfInterest");
    static final IRI OBSERVABLE_PROPERTY = VALUES.createIRI(SOSA + "ObservableProperty");
    static final IRI OBSERVATION = VALUES.createIRI(SOSA + "Observation");
    static final IRI SENSOR = VALUES.createIRI(SOSA + "Sensor");
    static final IRI MADE_BY_SENSOR = VALUES.createIRI(SOSA + "madeBySensor");
    static final IRI HAS_FEATURE_OF_INTEREST = VALUES.createIRI(SOSA + "hasFeatureOfInterest");
    static final IRI OBSERVED_PROPERTY = VALUES.createIRI(SOSA + "observedProperty");
    static final IRI IS_RESULT_OF = VALUES.createIRI(SOSA + "isResultOf");
    static final IRI RESULT_TIME = VALUES.createIRI(SOSA + "resultTime");
    static final IRI IS_PROPERTY_OF = VALUES.createIRI(SSN + "isPropertyOf");
    static final IRI HAS_UNIT = VALUES.createIRI(OM + "hasUnit");
    static final IRI HAS_NUMERICAL_VALUE = VALUES.createIRI(OM + "hasNumericalValue");
    static final IRI GEOMETRY = VALUES.createIRI(GEO + "Geometry");
    static final IRI HAS_GEOMETRY = VALUES.createIRI(GEO + "hasGeometry");
    static final IRI AS_WKT = VALUES.createIRI(GEO + "asWKT");
    static final IRI WKT_LITERAL = VALUES.createIRI(GEO + "wktLiteral");
    static final IRI MEASURE_RESULT = VALUES.createIRI(AIOT + "MeasureResult");

    private WeatherVocabulary() {}
}
