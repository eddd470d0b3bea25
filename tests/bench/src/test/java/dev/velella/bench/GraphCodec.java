package dev.velella.bench;

import dev.velella.rdf.RdfGraph;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import org.eclipse.rdf4j.model.Statement;

/**
 * A contender for graphs. All do the same work: a graph of RDF4J statements becomes one array of bytes of exactly its
 * length; the array becomes a list of statements made by RDF4J's {@code SimpleValueFactory}.
 *
 * <p>Contenders whose names begin with VELELLA are this project's; each is compared with every other. Another form of
 * the codec is another constant here.
 */
public enum GraphCodec {
    /** This project. */
    VELELLA {
        @Override
        Writing writing(Framing framing) {
            return VelellaGraphs.writing(framing);
        }

        @Override
        Reading reading(Framing framing) {
            return VelellaGraphs.reading(framing, Terms.VALUES);
        }
    },

    /** Jelly-JVM with its RDF4J integration. */
    JELLY_JVM {
        @Override
        Writing writing(Framing framing) {
            return JellyJvmGraphs.writing(framing);
        }

        @Override
        Reading reading(Framing framing) {
            return JellyJvmGraphs.reading(framing);
        }
    },

    /** Binary RDF of RDF4J. */
    RDF4J_BINARY {
        @Override
        Writing writing(Framing framing) {
            return RioGraphs::writeBinary;
        }

        @Override
        Reading reading(Framing framing) {
            return RioGraphs.binaryReading();
        }
    },

    /** N-Triples of RDF4J. */
    RDF4J_NTRIPLES {
        @Override
        Writing writing(Framing framing) {
            return RioGraphs::writeNTriples;
        }

        @Override
        Reading reading(Framing framing) {
            return RioGraphs.nTriplesReading();
        }
    };

    /** Writes the messages of one stream in order. */
    interface Writing {
        /** The next message: a new array. */
        byte[] write(RdfGraph graph) throws IOException;
    }

    /** Reads the messages of one stream in order. */
    interface Reading {
        /** Statements of the next message, in its order. */
        List<Statement> read(byte[] message) throws IOException;
    }

    /** A writer of a new stream. */
    abstract Writing writing(Framing framing);

    /** A reader of a new stream. */
    abstract Reading reading(Framing framing);

    /** Whether messages are Jelly frames, which the other Jelly contenders can read too. */
    boolean isJelly() {
        return this != RDF4J_BINARY && this != RDF4J_NTRIPLES;
    }

    /** As it stands in the names of figures. */
    String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
