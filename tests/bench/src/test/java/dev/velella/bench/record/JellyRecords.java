package dev.velella.bench.record;

import dev.velella.bench.measure.BenchmarkException;
import dev.velella.bench.record.RecordStream.Element;
import dev.velella.frame.EncodedFrame;
import dev.velella.frame.EncoderSettings;
import dev.velella.frame.FrameResult;
import dev.velella.frame.PartitionStamps;
import dev.velella.frame.StreamLimits;
import dev.velella.jelly.JellyGraphEncoder;
import dev.velella.jelly.JellyPatchEncoder;
import dev.velella.jelly.format.JellyOptions;
import dev.velella.jelly.format.JellyPatchOptions;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.write.StatementOrder;
import dev.velella.keyframe.KeyFrameInterval;
import dev.velella.keyframe.PartitionEncoder;
import dev.velella.keyframe.StatefulFrame;
import dev.velella.rdf.RdfGraph;
import dev.velella.record.RecordDecoder;
import dev.velella.record.RecordEncoder;
import dev.velella.record.RecordHeaderNames;
import java.util.List;

/** Records as Velella writes them: encoder of a partition, decoder of records, options of topics as they are by default. */
public final class JellyRecords {
    private static final String TOPIC = "topic";

    private JellyRecords() {}

    /** An encoder of stateful records, with a key frame after so many records and never for its age. */
    public static PartitionEncoder stateful(int interval, StatementOrder order) {
        return new PartitionEncoder(settings(order), new KeyFrameInterval(interval, Long.MAX_VALUE));
    }

    /** How records are written. */
    public static EncoderSettings settings(StatementOrder order) {
        return new EncoderSettings(JellyOptions.TOPIC, JellyPatchOptions.TOPIC, order, Limits.DEFAULT);
    }

    static RecordFormat.Writing writing(RecordVariant variant) {
        if (variant.isOnDictionaries()) {
            return onDictionaries(variant.order());
        }
        return variant.isStateful() ? stateful(variant) : selfContained(variant.order());
    }

    private static RecordFormat.Writing onDictionaries(StatementOrder order) {
        RecordEncoder encoder = new RecordEncoder(settings(order), 1, DictionaryShelf.SHELF);
        PartitionStamps stamps = new PartitionStamps();
        return (model, headers) -> {
            Element element = (Element) model;
            EncodedFrame frame = encoder.encode(TOPIC, stamps.next(TOPIC, 0), element.value());
            RecordEncoder.addHeaders(headers, frame, element.eventTime(), element.position());
            return frame.value();
        };
    }

    private static RecordFormat.Writing stateful(RecordVariant variant) {
        PartitionEncoder encoder = stateful(variant.interval(), variant.order());
        return (model, headers) -> {
            Element element = (Element) model;
            element.headers().forEach(headers::add);
            StatefulFrame frame = encoder.encode(element.value());
            headers.add(RecordHeaderNames.JELLY, frame.header().toBytes());
            return frame.value();
        };
    }

    private static RecordFormat.Writing selfContained(StatementOrder order) {
        JellyGraphEncoder graphs = new JellyGraphEncoder(JellyOptions.TOPIC, order, Limits.DEFAULT);
        JellyPatchEncoder patches = new JellyPatchEncoder(JellyPatchOptions.TOPIC, order, Limits.DEFAULT);
        return (model, headers) -> {
            Element element = (Element) model;
            element.headers().forEach(headers::add);
            return element.value() instanceof RdfGraph graph ? graphs.encode(graph) : patches.encode(element.patch());
        };
    }

    /** Makes every statement, as the others do; the texts of terms only where they are asked for. */
    static RecordFormat.Reading reading(boolean texts) {
        RecordDecoder decoder = new RecordDecoder(Limits.DEFAULT, StreamLimits.DEFAULT, null, DictionaryShelf.SHELF);
        return record -> {
            Object content = content(decoder.decode(record));
            if (texts) {
                TermTexts.ask(content);
            }
            return content;
        };
    }

    /**
     * All statements of a graph, or the patch.
     *
     * @throws BenchmarkException if state is missing
     */
    public static Object content(FrameResult result) {
        if (result instanceof FrameResult.Decoded decoded) {
            return decoded.element() instanceof RdfGraph graph ? List.copyOf(graph.statements()) : decoded.element();
        }
        throw new BenchmarkException("a record could not be decoded: " + result);
    }
}
