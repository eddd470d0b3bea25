package dev.velella.bench.codec;

import dev.velella.bench.data.Terms;
import dev.velella.dictionary.Dictionary;
import dev.velella.jelly.value.LightValueFactory;
import dev.velella.jelly.write.StatementOrder;
import dev.velella.rdf.RdfGraph;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import org.eclipse.rdf4j.model.Statement;
import org.jspecify.annotations.Nullable;

/**
 * A contender for graphs. All do the same work: a graph of RDF4J statements becomes one array of bytes of exactly its
 * length, in a {@link Message}; the array becomes a list of statements made by RDF4J's {@code SimpleValueFactory}, or by this project's own
 * factory, which makes the text of a term only when it is asked for; here nobody asks.
 *
 * <p>Contenders whose names begin with VELELLA are this project's; each is compared with every other. Another form of
 * the codec is another constant here.
 */
public enum GraphCodec {
    /** This project, with values that make their text when it is asked for. */
    VELELLA {
        @Override
        Writing writing(Framing framing) {
            return VelellaGraphs.writing(framing, StatementOrder.GIVEN);
        }

        @Override
        Reading reading(Framing framing) {
            return VelellaGraphs.reading(framing, LightValueFactory.getInstance());
        }
    },

    /** This project, with values whose texts are made at once, which it takes for {@code SimpleValueFactory}. */
    VELELLA_EAGER {
        @Override
        Writing writing(Framing framing) {
            return VelellaGraphs.writing(framing, StatementOrder.GIVEN);
        }

        @Override
        Reading reading(Framing framing) {
            return VelellaGraphs.reading(framing, Terms.VALUES);
        }
    },

    /** This project, statements of a graph written in the order that makes them short. */
    VELELLA_DENSE {
        @Override
        Writing writing(Framing framing) {
            return VelellaGraphs.writing(framing, StatementOrder.DENSE);
        }

        @Override
        Reading reading(Framing framing) {
            return VelellaGraphs.reading(framing, LightValueFactory.getInstance());
        }
    },

    /** This project, every message built on a dictionary. */
    VELELLA_DICTIONARY {
        @Override
        Writing writing(Framing framing) {
            return DictionaryMessages.writing(VelellaGraphs.options(framing));
        }

        @Override
        Reading reading(Framing framing) {
            return DictionaryMessages.reading();
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
            return graph -> Message.of(RioGraphs.writeBinary(graph));
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
            return graph -> Message.of(RioGraphs.writeNTriples(graph));
        }

        @Override
        Reading reading(Framing framing) {
            return RioGraphs.nTriplesReading();
        }
    };

    /**
     * The parts of a Kafka record that a reader of graphs needs.
     *
     * @param value a new array
     * @param dictionary the dictionary that the headers of the record name; null if there is none
     */
    public record Message(byte[] value, @Nullable Dictionary dictionary) {
        /** A message without dictionary. */
        public static Message of(byte[] value) {
            return new Message(value, null);
        }
    }

    /** Writes the messages of one stream in order. */
    interface Writing {
        /** The next message. */
        Message write(RdfGraph graph) throws IOException;
    }

    /** Reads the messages of one stream in order. */
    public interface Reading {
        /** Statements of the next message, in its order. */
        List<Statement> read(Message message) throws IOException;
    }

    /** A writer of a new stream. */
    abstract Writing writing(Framing framing);

    /** A reader of a new stream. */
    abstract Reading reading(Framing framing);

    /** Whether messages are Jelly frames, which the other Jelly contenders can read too. */
    boolean isJelly() {
        return this != RDF4J_BINARY && this != RDF4J_NTRIPLES && this != VELELLA_DICTIONARY;
    }

    /** Whether statements come back in another order. */
    boolean reorders() {
        return this == VELELLA_DENSE;
    }

    /** Whether this contender does anything else than others in a direction and framing. */
    boolean takesPart(boolean parses, Framing framing) {
        return switch (this) {
            case VELELLA, JELLY_JVM -> true;
            case VELELLA_EAGER -> parses;
            case VELELLA_DICTIONARY -> framing == Framing.STATEFUL;
            case VELELLA_DENSE -> !parses && framing == Framing.STATEFUL;
            // RDF4J's own formats have no tables: once is enough, beside messages that stand alone.
            case RDF4J_BINARY, RDF4J_NTRIPLES -> framing == Framing.BIG;
        };
    }

    /** As it stands in the names of figures. */
    String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
