package dev.velella.bench.codec;

import dev.velella.bench.data.PatchStream;
import dev.velella.bench.measure.OperationMeter;
import dev.velella.rdf.RdfPatch;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.Blackhole;

/** One operation writes or reads a whole stream of patches with a new writer or reader. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@State(Scope.Thread)
public class Patches {
    @Param
    public PatchCodec codec = PatchCodec.VELELLA_STATEFUL;

    @Param
    public PatchStream stream = PatchStream.WEATHER_PATCHES;

    @Param("2000")
    public int elements;

    private List<Object> patches = List.of();
    private List<byte[]> messages = List.of();

    @Setup
    public void generate() throws IOException {
        patches = models(codec, stream.patches(elements));
        messages = messages(codec, patches);
    }

    /** The patches in the model of the contender. */
    static List<Object> models(PatchCodec codec, List<RdfPatch> patches) throws IOException {
        List<Object> models = new ArrayList<>(patches.size());
        for (RdfPatch patch : patches) {
            models.add(codec.model(patch));
        }
        return models;
    }

    /** The messages of one stream. */
    static List<byte[]> messages(PatchCodec codec, List<Object> models) throws IOException {
        PatchCodec.Writing writing = codec.writing();
        List<byte[]> messages = new ArrayList<>(models.size());
        for (Object patch : models) {
            messages.add(writing.write(patch));
        }
        return messages;
    }

    @Benchmark
    public void write(OperationMeter meter, Blackhole hole) throws IOException {
        meter.start();
        PatchCodec.Writing writing = codec.writing();
        for (Object patch : patches) {
            hole.consume(writing.write(patch));
        }
        meter.stop();
        meter.endOperation();
    }

    @Benchmark
    public void read(OperationMeter meter, Blackhole hole) throws IOException {
        meter.start();
        PatchCodec.Reading reading = codec.reading();
        for (byte[] message : messages) {
            hole.consume(reading.read(message));
        }
        meter.stop();
        meter.endOperation();
    }
}
