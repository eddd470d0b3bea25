package dev.velella.bench.converter;

import dev.velella.bench.data.StreamKind;
import dev.velella.bench.data.Workload;
import dev.velella.bench.record.RecordFormat;
import dev.velella.bench.record.RecordStream;
import dev.velella.bench.record.RecordStream.Element;
import dev.velella.keyframe.PartitionStamps;
import dev.velella.record.RecordHeaderNames;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.Blackhole;

/**
 * One operation takes a whole stream of records through every layer, one after the other, each with a new one of its
 * own; who begins changes from operation to operation. The layers share the codec's code, and here they share what the
 * compiler made of it and where the elements lie in memory too: what is left between them is what a layer adds. What
 * Connect makes anew for every record, its headers with the stamp of the source, is made before the clock runs.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@State(Scope.Thread)
public class ConvertRecords {
    private static final ConverterLayer[] LAYERS = ConverterLayer.values();

    @Param
    public Workload workload = Workload.WEATHER;

    @Param
    public StreamKind kind = StreamKind.GRAPHS;

    @Param("1000")
    public int elements;

    private int operations;
    private final Map<ConverterLayer, List<Object>> models = new EnumMap<>(ConverterLayer.class);
    private List<Message> messages = List.of();

    /**
     * A record as the consumer has it.
     *
     * @param headers a new object for each record, of these
     */
    record Message(Header[] headers, byte[] value) {}

    @Setup
    public void generate() {
        RecordStream stream = RecordStream.of(workload, kind, elements);
        for (ConverterLayer layer : LAYERS) {
            models.put(layer, models(layer, stream));
        }
        messages = messages(ConverterLayer.PROTOCOL, stream);
    }

    static List<Object> models(ConverterLayer layer, RecordStream stream) {
        return stream.elements().stream().map(Element::value).map(layer::model).toList();
    }

    /** The records of a stream as a layer writes them. */
    static List<Message> messages(ConverterLayer layer, RecordStream stream) {
        RecordHeader contentType = new RecordHeader(
                RecordHeaderNames.CONTENT_TYPE,
                RecordFormat.VELELLA.mediaType(stream.kind()).getBytes(StandardCharsets.US_ASCII));
        ConverterLayer.Writing writing = layer.writing();
        List<Object> models = models(layer, stream);
        Headers[] headers = stamped(models.size());
        List<Message> messages = new ArrayList<>(models.size());
        for (int i = 0; i < models.size(); i++) {
            byte[] value = writing.write(i, models.get(i), headers[i]);
            if (headers[i].lastHeader(RecordHeaderNames.CONTENT_TYPE) == null) {
                headers[i].add(contentType);
            }
            messages.add(new Message(headers[i].toArray(), value));
        }
        return messages;
    }

    /** Headers of records that a source hands over: the stamp of each. */
    private static Headers[] stamped(int records) {
        PartitionStamps stamps = new PartitionStamps();
        Headers[] headers = new Headers[records];
        for (int i = 0; i < records; i++) {
            headers[i] = new RecordHeaders()
                    .add(
                            RecordHeaderNames.PARTITION_STAMP,
                            stamps.next("graphs", 0).toBytes());
        }
        return headers;
    }

    @Benchmark
    public void write(LayerMeter meter, Blackhole hole) {
        for (ConverterLayer layer : inTurn()) {
            List<Object> own = models.getOrDefault(layer, List.of());
            ConverterLayer.Writing writing = layer.writing();
            Headers[] headers = stamped(own.size());
            meter.start();
            for (int i = 0; i < headers.length; i++) {
                hole.consume(writing.write(i, own.get(i), headers[i]));
            }
            meter.stop(layer);
        }
        meter.endOperation();
    }

    @Benchmark
    public void read(LayerMeter meter, Blackhole hole) {
        for (ConverterLayer layer : inTurn()) {
            ConverterLayer.Reading reading = layer.reading(kind);
            Headers[] headers = new Headers[messages.size()];
            for (int i = 0; i < headers.length; i++) {
                headers[i] = new RecordHeaders(messages.get(i).headers());
            }
            meter.start();
            for (int i = 0; i < headers.length; i++) {
                hole.consume(reading.read(i, headers[i], messages.get(i).value()));
            }
            meter.stop(layer);
        }
        meter.endOperation();
    }

    private List<ConverterLayer> inTurn() {
        List<ConverterLayer> turned = Arrays.asList(LAYERS.clone());
        Collections.rotate(turned, operations++);
        return turned;
    }
}
