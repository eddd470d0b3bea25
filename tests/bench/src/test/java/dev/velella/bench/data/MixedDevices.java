package dev.velella.bench.data;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.vocabulary.RDF;
import org.eclipse.rdf4j.model.vocabulary.XSD;

/**
 * Ten kinds of devices that share a partition. Each kind has a vocabulary, a site and a number of sensors of its own; each
 * reading of a sensor has a type, a property, a unit, a value and a time. Devices report in random order; about half of
 * their values differ from the last report.
 *
 * <p>Equal seeds give equal streams on every machine.
 */
public final class MixedDevices {
    /** Kinds of devices. */
    public static final int KINDS = 10;
    /** Devices of each kind. */
    public static final int DEVICES_OF_A_KIND = 20;

    private static final String SOSA = "http://www.w3.org/ns/sosa/";

    private final Random random;
    private final double[][] values = new double[KINDS * DEVICES_OF_A_KIND][];

    /** Devices with values that depend on the seed. */
    public MixedDevices(long seed) {
        random = new Random(seed);
        for (int device = 0; device < values.length; device++) {
            values[device] = random.doubles(sensors(device), 0, 100).toArray();
        }
    }

    private static int sensors(int device) {
        return 2 + 2 * (device % KINDS);
    }

    /** A device that reports next. */
    public int next() {
        return random.nextInt(values.length);
    }

    /** The key of a device. */
    public static String key(int device) {
        return "site" + device % KINDS + "/device" + device / KINDS;
    }

    /** The next report of a device. */
    public List<Statement> report(int device, int second) {
        String site = "https://site" + device % KINDS + ".example.org/";
        String vocabulary = site + "vocabulary#";
        IRI self = iri(site + "device/" + device / KINDS);
        List<Statement> report = new ArrayList<>();
        add(report, self, RDF.TYPE, iri(vocabulary + "Device"));
        add(report, self, iri(vocabulary + "room"), iri(site + "room/" + device % 7));
        String time = String.format(
                Locale.ROOT, "2026-03-01T%02d:%02d:%02dZ", second / 3600 % 24, second / 60 % 60, second % 60);
        for (int sensor = 0; sensor < values[device].length; sensor++) {
            if (random.nextBoolean()) {
                values[device][sensor] += random.nextGaussian();
            }
            IRI observation = iri(site + "device/" + device / KINDS + "/observation/" + sensor);
            add(report, observation, RDF.TYPE, iri(SOSA + "Observation"));
            add(
                    report,
                    observation,
                    iri(SOSA + "madeBySensor"),
                    iri(site + "device/" + device / KINDS + "/sensor/" + sensor));
            add(report, observation, iri(SOSA + "observedProperty"), iri(vocabulary + "property" + sensor));
            add(report, observation, iri(vocabulary + "unit"), iri("http://qudt.org/vocab/unit/U" + sensor % 5));
            report.add(Terms.VALUES.createStatement(
                    observation,
                    iri(SOSA + "hasSimpleResult"),
                    Terms.VALUES.createLiteral(
                            String.format(Locale.ROOT, "%.2f", values[device][sensor]), XSD.DOUBLE)));
            report.add(Terms.VALUES.createStatement(
                    observation, iri(SOSA + "resultTime"), Terms.VALUES.createLiteral(time, XSD.DATETIME)));
        }
        return report;
    }

    private static void add(List<Statement> report, IRI subject, IRI predicate, IRI object) {
        report.add(Terms.VALUES.createStatement(subject, predicate, object));
    }

    private static IRI iri(String text) {
        return Terms.VALUES.createIRI(text);
    }
}
