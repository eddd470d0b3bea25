package dev.velella.bench.source;

import dev.velella.bench.data.WeatherMessages;
import dev.velella.bench.measure.OperationMeter;
import java.io.IOException;
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

/** One operation makes graphs of all messages, each of its bytes. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class ReadPayloads {
    /** The contender and what it reads. */
    @State(Scope.Thread)
    public static class Input {
        @Param
        public PayloadWay codec = PayloadWay.VELELLA;

        @Param("1000")
        public int elements;

        List<String> messages = List.of();
        PayloadWay.Reading reading = json -> {
            throw new IllegalStateException("not set up");
        };

        @Setup
        public void generate() {
            messages = WeatherMessages.json(elements);
            reading = codec.reading();
        }
    }

    @Benchmark
    public void read(Input input, OperationMeter meter, Blackhole hole) throws IOException {
        meter.start();
        for (String message : input.messages) {
            hole.consume(input.reading.read(message));
        }
        meter.stop();
        meter.endOperation();
    }
}
