package dev.velella.bench.codec;

import dev.velella.jelly.JellyPatchDecoder;
import dev.velella.jelly.JellyPatchEncoder;
import dev.velella.jelly.format.JellyPatchOptions;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.value.LightValueFactory;
import dev.velella.jelly.write.StatementOrder;
import dev.velella.rdf.RdfPatch;
import dev.velella.rdfpatch.RdfPatchTextWriter;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.apache.jena.rdfpatch.RDFPatch;
import org.apache.jena.rdfpatch.RDFPatchOps;
import org.apache.jena.update.UpdateFactory;
import org.apache.jena.update.UpdateRequest;

/**
 * A contender for patches, in its own object model: patches of this project become bytes and patches again, those of
 * Jena likewise. A comparison of systems more than of formats.
 */
public enum PatchCodec {
    /** This project, one codec state through the whole stream. */
    VELELLA_STATEFUL {
        @Override
        public Writing writing() {
            JellyPatchEncoder encoder = new JellyPatchEncoder(JellyPatchOptions.TOPIC, Limits.DEFAULT);
            return patch -> encoder.encodeNext((RdfPatch) patch);
        }

        @Override
        public Reading reading() {
            JellyPatchDecoder decoder = new JellyPatchDecoder(LightValueFactory.getInstance(), Limits.DEFAULT);
            return decoder::decodeNext;
        }
    },

    /** The same, texts of terms made at once when parsing. */
    VELELLA_EAGER {
        @Override
        public Writing writing() {
            return VELELLA_STATEFUL.writing();
        }

        @Override
        public Reading reading() {
            JellyPatchDecoder decoder = new JellyPatchDecoder(LightValueFactory.eager(), Limits.DEFAULT);
            return decoder::decodeNext;
        }
    },

    /** The same, deletes and adds of a patch written in the order that makes them short. */
    VELELLA_DENSE {
        @Override
        public Writing writing() {
            JellyPatchEncoder encoder =
                    new JellyPatchEncoder(JellyPatchOptions.TOPIC, StatementOrder.DENSE, Limits.DEFAULT);
            return patch -> encoder.encodeNext((RdfPatch) patch);
        }

        @Override
        public Reading reading() {
            return VELELLA_STATEFUL.reading();
        }
    },

    /** This project, every message stands alone. */
    VELELLA_BIG {
        @Override
        public Writing writing() {
            JellyPatchEncoder encoder = new JellyPatchEncoder(JellyPatchOptions.TOPIC, Limits.DEFAULT);
            return patch -> encoder.encode((RdfPatch) patch);
        }

        @Override
        public Reading reading() {
            JellyPatchDecoder decoder = new JellyPatchDecoder(LightValueFactory.getInstance(), Limits.DEFAULT);
            return decoder::decode;
        }
    },

    /** RDF Patch text of Jena. */
    JENA_TEXT {
        @Override
        public Writing writing() {
            return patch -> {
                ByteArrayOutputStream bytes = new ByteArrayOutputStream(EXPECTED_BYTES);
                RDFPatchOps.write(bytes, (RDFPatch) patch);
                return bytes.toByteArray();
            };
        }

        @Override
        public Reading reading() {
            return message -> RDFPatchOps.read(new ByteArrayInputStream(message));
        }
    },

    /** The binary form of Jena, in Thrift. */
    JENA_THRIFT {
        @Override
        public Writing writing() {
            return patch -> {
                ByteArrayOutputStream bytes = new ByteArrayOutputStream(EXPECTED_BYTES);
                RDFPatchOps.writeBinary(bytes, (RDFPatch) patch);
                return bytes.toByteArray();
            };
        }

        @Override
        public Reading reading() {
            return message -> RDFPatchOps.readBinary(new ByteArrayInputStream(message));
        }
    },

    /** Requests of SPARQL Update, written from Jena's patches and read by Jena's parser. */
    SPARQL_UPDATE {
        @Override
        public Writing writing() {
            return patch -> SparqlUpdates.write((RDFPatch) patch);
        }

        @Override
        public Reading reading() {
            return message -> UpdateFactory.read(new ByteArrayInputStream(message));
        }
    };

    private static final int EXPECTED_BYTES = 1 << 14;

    /** Writes the messages of one stream in order. */
    public interface Writing {
        /** The next message: a new array. The patch is of the contender's model. */
        byte[] write(Object patch) throws IOException;
    }

    /** Reads the messages of one stream in order. */
    public interface Reading {
        /** The next patch, in the contender's model. */
        Object read(byte[] message) throws IOException;
    }

    /** A writer of a new stream. */
    public abstract Writing writing();

    /** A reader of a new stream. */
    public abstract Reading reading();

    /** Whether this contender does anything else than others in a direction. */
    boolean takesPart(boolean parses) {
        return parses || this != VELELLA_EAGER;
    }

    /** Whether rows come back in another order. */
    boolean reorders() {
        return this == VELELLA_DENSE;
    }

    private boolean isJena() {
        return this == JENA_TEXT || this == JENA_THRIFT || this == SPARQL_UPDATE;
    }

    /** The patch in the contender's model. */
    public Object model(RdfPatch patch) throws IOException {
        return isJena()
                ? RDFPatchOps.read(new ByteArrayInputStream(text(patch).getBytes(StandardCharsets.UTF_8)))
                : patch;
    }

    /** RDF Patch text of a patch of the contender's model, so that patches of both models can be compared. */
    public String text(Object patch) throws IOException {
        if (patch instanceof UpdateRequest request) {
            return RDFPatchOps.str(SparqlUpdates.patch(request));
        }
        if (patch instanceof RDFPatch jena) {
            return RDFPatchOps.str(jena);
        }
        StringBuilder text = new StringBuilder();
        new RdfPatchTextWriter(text).write((RdfPatch) patch);
        return text.toString();
    }

    /** As it stands in the names of figures. */
    String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
