package dev.velella.bench;

import dev.velella.bench.RecordStream.Element;
import dev.velella.keyframe.PartitionStamps;
import dev.velella.record.RecordHeaderNames;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
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
 * One operation takes a whole stream of records through one layer, with a new one. What Connect makes anew for every
 * record, its headers with the stamp of the source, is made before the clock runs.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@State(Scope.Thread)
public class ConvertRecords {
    @Param
    public ConverterLayer codec = ConverterLayer.CODEC;

    @Param
    public Workload workload = Workload.WEATHER;

    @Param
    public StreamKind kind = StreamKind.GRAPHS;

    @Param("1000")
    public int elements;

    private List<Object> models = List.of();
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
        models = models(codec, stream);
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
    public void write(OperationMeter meter, Blackhole hole) {
        ConverterLayer.Writing writing = codec.writing();
        Headers[] headers = stamped(models.size());
        meter.start();
        for (int i = 0; i < headers.length; i++) {
            hole.consume(writing.write(i, models.get(i), headers[i]));
        }
        meter.stop();
        meter.endOperation();
    }

    @Benchmark
    public void read(OperationMeter meter, Blackhole hole) {
        ConverterLayer.Reading reading = codec.reading(kind);
        Headers[] headers = new Headers[messages.size()];
        for (int i = 0; i < headers.length; i++) {
            headers[i] = new RecordHeaders(messages.get(i).headers());
        }
        meter.start();
        for (int i = 0; i < headers.length; i++) {
            hole.consume(reading.read(i, headers[i], messages.get(i).value()));
        }
        meter.stop();
        meter.endOperation();
    }
}
