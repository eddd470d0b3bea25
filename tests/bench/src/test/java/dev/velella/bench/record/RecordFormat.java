package dev.velella.bench.record;

import dev.velella.bench.codec.GraphCodec;
import dev.velella.bench.codec.PatchCodec;
import dev.velella.bench.codec.PatchText;
import dev.velella.bench.codec.RioGraphs;
import dev.velella.bench.data.StreamKind;
import dev.velella.bench.record.RecordStream.Element;
import dev.velella.record.RecordHeaderNames;
import java.io.IOException;
import java.util.Locale;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Headers;

/**
 * A contender for record values. This project's and the two in text work on RDF4J's objects, the others on Jena's; the
 * model is made before any clock runs.
 */
public enum RecordFormat {
    /** Jelly frames by the key-frame protocol, self-contained or stateful. */
    VELELLA {
        @Override
        public Writing writing(RecordVariant variant) {
            return JellyRecords.writing(variant);
        }

        @Override
        Reading reading(RecordVariant variant) {
            return JellyRecords.reading(variant.texts());
        }
    },

    /** N-Quads of RDF4J. */
    N_QUADS {
        @Override
        public Writing writing(RecordVariant variant) {
            return (model, headers) -> RioGraphs.writeNQuads(((Element) model).graph());
        }

        @Override
        Reading reading(RecordVariant variant) {
            GraphCodec.Reading reading = RioGraphs.nQuadsReading();
            return record -> reading.read(GraphCodec.Message.of(record.value()));
        }
    },

    /** RDF Thrift of Jena. */
    RDF_THRIFT {
        @Override
        public Object model(Element element) {
            return JenaQuads.of(element.graph());
        }

        @Override
        public Writing writing(RecordVariant variant) {
            return (model, headers) -> JenaQuads.write(model);
        }

        @Override
        Reading reading(RecordVariant variant) {
            return record -> JenaQuads.read(record.value());
        }
    },

    /** RDF Patch text by this project's writer and reader. */
    RDF_PATCH_TEXT {
        @Override
        public Writing writing(RecordVariant variant) {
            return (model, headers) -> PatchText.write(((Element) model).patch());
        }

        @Override
        Reading reading(RecordVariant variant) {
            return record -> PatchText.read(record.value());
        }
    },

    /** The binary form of RDF Patch, in Thrift, of Jena. */
    RDF_PATCH_THRIFT {
        @Override
        public Object model(Element element) throws IOException {
            return PatchCodec.JENA_THRIFT.model(element.patch());
        }

        @Override
        public Writing writing(RecordVariant variant) {
            PatchCodec.Writing writing = PatchCodec.JENA_THRIFT.writing();
            return (model, headers) -> writing.write(model);
        }

        @Override
        Reading reading(RecordVariant variant) {
            PatchCodec.Reading reading = PatchCodec.JENA_THRIFT.reading();
            return record -> reading.read(record.value());
        }
    };

    /** Writes the records of one stream in order. */
    public interface Writing {
        /** The value of the next record: a new array. Adds the headers that it needs beside {@code content-type}. */
        byte[] write(Object model, Headers headers) throws IOException;
    }

    /** Reads the records of one stream in order. */
    interface Reading {
        /** What the next record holds: statements, or a patch of the contender's model. */
        Object read(ConsumerRecord<byte[], byte[]> record) throws IOException;
    }

    /** A writer of a new stream. */
    public abstract Writing writing(RecordVariant variant);

    /** A reader of a new stream. */
    abstract Reading reading(RecordVariant variant);

    /** The element in the contender's model: the element itself, unless the model is Jena's. */
    public Object model(Element element) throws IOException {
        return element;
    }

    /** Whether a topic of that kind can hold this format. */
    public boolean holds(StreamKind kind) {
        return switch (this) {
            case VELELLA -> true;
            case N_QUADS, RDF_THRIFT -> kind == StreamKind.GRAPHS;
            case RDF_PATCH_TEXT, RDF_PATCH_THRIFT -> kind == StreamKind.PATCHES;
        };
    }

    /** Value of the header {@code content-type}. */
    public String mediaType(StreamKind kind) {
        return switch (this) {
            case VELELLA -> kind == StreamKind.GRAPHS ? RecordHeaderNames.JELLY_RDF : RecordHeaderNames.JELLY_PATCH;
            case N_QUADS -> "application/n-quads";
            case RDF_THRIFT -> "application/rdf+thrift";
            case RDF_PATCH_TEXT -> "application/rdf-patch";
            case RDF_PATCH_THRIFT -> "application/rdf-patch+thrift";
        };
    }

    /** As it stands in the names of figures. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
