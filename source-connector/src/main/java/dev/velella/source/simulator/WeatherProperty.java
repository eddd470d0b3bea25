package dev.velella.source.simulator;

import static dev.velella.source.simulator.WeatherVocabulary.AIOT_P2;
import static dev.velella.source.simulator.WeatherVocabulary.OM;

import java.util.List;
import org.eclipse.rdf4j.model.IRI;

/**
 * One observable property of the site.
 *
 * @param name last segment of the IRIs of the property, its observation and its result
 * @param type the property's class
 * @param unit the unit of its values
 */
record WeatherProperty(String name, IRI type, IRI unit) {
    /** All properties, in the order of their statements in an element and of the values of a {@link WeatherSample}. */
    static final List<WeatherProperty> ALL = List.of(
            property("humidity", OM + "RelativeHumidity", OM + "percent"),
            property("pressure", AIOT_P2 + "AtmosphericPressure", AIOT_P2 + "inchHg"),
            property("rain", AIOT_P2 + "RainRate", AIOT_P2 + "inchPerHour"),
            property("sun", AIOT_P2 + "SolarIrradiance", OM + "wattPerSquareMetre"),
            property("temp", OM + "FahrenheitTemperature", OM + "degreeFahrenheit"),
            property("uv", AIOT_P2 + "UvIndex", OM + "one"),
            property("wind_dir", AIOT_P2 + "WindDirection", OM + "degree"),
            property("wind_speed", AIOT_P2 + "WindSpeed", OM + "mile-StatutePerHour"),
            property("wind_speed_avg", AIOT_P2 + "AverageWindSpeed", OM + "mile-StatutePerHour"));

    private static WeatherProperty property(String name, String type, String unit) {
        return new WeatherProperty(
                name, WeatherVocabulary.VALUES.createIRI(type), WeatherVocabulary.VALUES.createIRI(unit));
    }
}
