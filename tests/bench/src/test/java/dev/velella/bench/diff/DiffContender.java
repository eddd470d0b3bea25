package dev.velella.bench.diff;

import dev.velella.bench.data.Terms;
import dev.velella.bench.diff.DiffInput.Message;
import dev.velella.bench.record.DictionaryShelf;
import dev.velella.diff.StreamDiff;
import dev.velella.diff.StreamDiff.Outcome;
import dev.velella.diff.input.StreamRows;
import dev.velella.diff.options.DiffConfig;
import dev.velella.frame.FrameResult;
import dev.velella.frame.StreamLimits;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.value.LightValueFactory;
import dev.velella.rdf.RdfGraph;
import dev.velella.record.RecordDecoder;
import eu.neverblink.jelly.convert.rdf4j.Rdf4jConverterFactory;
import eu.neverblink.jelly.core.JellyOptions;
import eu.neverblink.jelly.core.ProtoDecoder;
import eu.neverblink.jelly.core.RdfHandler;
import eu.neverblink.jelly.core.memory.RowBuffer;
import eu.neverblink.jelly.core.proto.v1.RdfStreamFrame;
import eu.neverblink.protoc.java.runtime.ProtoMessage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.apache.jena.datatypes.TypeMapper;
import org.apache.jena.graph.Node;
import org.apache.jena.graph.NodeFactory;
import org.apache.jena.rdfpatch.text.RDFChangesWriterText;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;
import org.eclipse.rdf4j.model.BNode;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.impl.LinkedHashModel;

/** Who turns the records of graphs into patches, from the bytes of the one to the bytes of the other. */
public enum DiffContender {
    /** The code of the diff app, with its state in a store in memory. */
    VELELLA {
        @Override
        Pipeline pipeline(boolean keepsTemporal) {
            return new OwnPipeline(
                    config(keepsTemporal), Stores.inMemoryKeyValueStore("state").get());
        }
    },

    /** The code of the diff app, where graphs and patches build on dictionaries. */
    VELELLA_DICTIONARY {
        @Override
        Pipeline pipeline(boolean keepsTemporal) {
            return new OwnPipeline(
                    config(keepsTemporal, "velella.jelly.mode", "dictionary"),
                    Stores.inMemoryKeyValueStore("state").get());
        }

        @Override
        DiffInput.Form form() {
            return DiffInput.Form.DICTIONARY;
        }
    },

    /** Straight on: Jelly-JVM, two {@link LinkedHashModel}s, RDF Patch text of Jena; the state is the last model. */
    RDF4J {
        @Override
        Pipeline pipeline(boolean keepsTemporal) {
            return new ModelPipeline(keepsTemporal);
        }
    };

    /** The records of one partition, in order. */
    interface Pipeline {
        /** The patch of a record; of length 0 where it changes nothing. */
        byte[] take(Message message) throws IOException;
    }

    abstract Pipeline pipeline(boolean keepsTemporal);

    /** Form of the records that it takes. */
    DiffInput.Form form() {
        return DiffInput.Form.KEY_FRAMES;
    }

    String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /**
     * A configuration of the diff app.
     *
     * @param keepsTemporal whether statements about the time of a graph stay in the patches
     * @param options names and values in turn
     */
    public static DiffConfig config(boolean keepsTemporal, String... options) {
        Map<String, String> all = new HashMap<>();
        all.put(DiffConfig.INPUT_TOPIC_CONFIG, "graphs");
        all.put(DiffConfig.OUTPUT_TOPIC_CONFIG, "patches");
        all.put(DiffConfig.TEMPORAL_STATEMENT_CONFIG, keepsTemporal ? "keep" : "drop");
        for (int i = 0; i < options.length; i += 2) {
            all.put(options[i], options[i + 1]);
        }
        return new DiffConfig(all);
    }

    /** {@link StreamDiff} as the app's processor uses it, without Kafka Streams. */
    static final class OwnPipeline implements Pipeline {
        private static final byte[] NOTHING = {};

        private final RecordDecoder decoder = new RecordDecoder(
                LightValueFactory.late(), Limits.DEFAULT, StreamLimits.DEFAULT, null, DictionaryShelf.SHELF);
        private final StreamRows rows;
        private final StreamDiff diff;
        private StreamDiff.Step last;

        OwnPipeline(DiffConfig config, KeyValueStore<Bytes, byte[]> store) {
            rows = new StreamRows(config.settings().cacheStatements());
            diff = new StreamDiff(config.settings(), store, DictionaryShelf.SHELF);
        }

        @Override
        public byte[] take(Message message) {
            byte[] key = message.key().getBytes(StandardCharsets.UTF_8);
            FrameResult read =
                    rows.read(key, last -> decoder.decode("graphs", 0, 0, message.headers(), message.value(), last));
            StreamDiff.Step step = diff.take(
                    Bytes.wrap(key), message.key(), (RdfGraph) ((FrameResult.Decoded) read).element(), message.time());
            byte[] patch = step.outcome() == Outcome.PATCH ? step.frame().value() : NOTHING;
            step.save();
            last = step;
            return patch;
        }

        /** What became of the last record. */
        StreamDiff.Step last() {
            return last;
        }
    }

    private static final class ModelPipeline implements Pipeline, RdfHandler.QuadHandler<Value> {
        private final boolean keepsTemporal;
        private final ProtoDecoder<Value, ?> decoder;
        private final RowBuffer rows;
        private final RdfStreamFrame.Mutable frame;
        private final Map<String, LinkedHashModel> previous = new HashMap<>();
        private LinkedHashModel next = new LinkedHashModel();
        private IRI graph;

        ModelPipeline(boolean keepsTemporal) {
            this.keepsTemporal = keepsTemporal;
            decoder = Rdf4jConverterFactory.getInstance().quadsDecoder(this, JellyOptions.DEFAULT_SUPPORTED_OPTIONS);
            rows = RowBuffer.newSingle(decoder::ingestRow);
            frame = RdfStreamFrame.newInstance().setRows(rows);
        }

        @Override
        public void handleNamespace(String prefix, Value namespace) {}

        @Override
        public void handleQuad(Value subject, Value predicate, Value object, Value context) {
            if (context != null) {
                next.add((Resource) subject, (IRI) predicate, object, graph);
            } else if (keepsTemporal) {
                next.add(graph, (IRI) predicate, object, graph);
            }
        }

        @Override
        public byte[] take(Message message) throws IOException {
            next = new LinkedHashModel(message.statements());
            graph = Terms.VALUES.createIRI("urn:velella:stream:" + message.key());
            ProtoMessage.mergeFrom((RdfStreamFrame) frame, message.value());
            rows.clear();
            LinkedHashModel before = previous.getOrDefault(message.key(), new LinkedHashModel());
            ByteArrayOutputStream bytes = new ByteArrayOutputStream(1 << 13);
            RDFChangesWriterText text = RDFChangesWriterText.create(bytes);
            text.start();
            text.txnBegin();
            for (Statement st : before) {
                if (!next.contains(st)) {
                    text.delete(
                            node(st.getContext()),
                            node(st.getSubject()),
                            node(st.getPredicate()),
                            node(st.getObject()));
                }
            }
            for (Statement st : next) {
                if (!before.contains(st)) {
                    text.add(
                            node(st.getContext()),
                            node(st.getSubject()),
                            node(st.getPredicate()),
                            node(st.getObject()));
                }
            }
            text.txnCommit();
            text.finish();
            previous.put(message.key(), next);
            return bytes.toByteArray();
        }

        private static Node node(Value term) {
            if (term instanceof IRI) {
                return NodeFactory.createURI(term.stringValue());
            } else if (term instanceof BNode node) {
                return NodeFactory.createBlankNode(node.getID());
            }
            Literal literal = (Literal) term;
            return literal.getLanguage().isPresent()
                    ? NodeFactory.createLiteralLang(
                            literal.getLabel(), literal.getLanguage().get())
                    : NodeFactory.createLiteralDT(
                            literal.getLabel(),
                            TypeMapper.getInstance()
                                    .getSafeTypeByName(literal.getDatatype().stringValue()));
        }
    }
}
