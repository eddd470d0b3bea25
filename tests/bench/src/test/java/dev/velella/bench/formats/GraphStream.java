package dev.velella.bench.formats;

import dev.velella.bench.data.MixedDevices;
import dev.velella.bench.data.Readings;
import dev.velella.bench.data.Terms;
import dev.velella.bench.data.Workload;
import dev.velella.rdf.RdfGraph;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Streams of graphs of different shapes, triples only; the same on every machine. */
enum GraphStream {
    /** A simulated weather station: nearly all terms recur. */
    WEATHER {
        @Override
        List<RdfGraph> graphs(int count) {
            return Workload.WEATHER.graphs(count);
        }
    },

    /** Products with an offer and a review: long texts and new IRIs. */
    PRODUCTS {
        @Override
        List<RdfGraph> graphs(int count) {
            return Workload.BSBM.graphs(count);
        }
    },

    /** Reports of ten kinds of devices, each kind with its own vocabulary. */
    DEVICES {
        @Override
        List<RdfGraph> graphs(int count) {
            MixedDevices devices = new MixedDevices(1);
            return Terms.shared(IntStream.range(0, count)
                    .mapToObj(second -> RdfGraph.of(devices.report(devices.next(), second)))
                    .toList());
        }
    },

    /** Five statements each of ten readings: small graphs of one vocabulary. */
    READINGS {
        @Override
        List<RdfGraph> graphs(int count) {
            return Terms.shared(new Readings().next(50, count));
        }
    },

    /** Entities of a Wikibase: numbered IRIs in many namespaces, labels in several languages. */
    ENTITIES {
        @Override
        List<RdfGraph> graphs(int count) {
            Entities entities = new Entities(1);
            return Terms.shared(Stream.generate(entities::next).limit(count).toList());
        }
    };

    /** The first graphs. */
    abstract List<RdfGraph> graphs(int count);

    /** As it stands in the names of figures. */
    String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
