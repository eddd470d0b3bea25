package dev.velella.bench.codec;

import dev.velella.dictionary.Dictionary;
import dev.velella.dictionary.DictionaryDecoders;
import dev.velella.dictionary.DictionaryEncoder;
import dev.velella.dictionary.DictionaryFrame;
import dev.velella.jelly.JellyEncoder;
import dev.velella.jelly.JellyGraphDecoder;
import dev.velella.jelly.JellyGraphEncoder;
import dev.velella.jelly.format.JellyOptions;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.value.LightValueFactory;
import dev.velella.jelly.write.StatementOrder;
import dev.velella.rdf.ElementKind;
import dev.velella.rdf.RdfGraph;
import dev.velella.rdf.StreamElement;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import org.eclipse.rdf4j.model.Statement;
import org.jspecify.annotations.Nullable;

/**
 * Graphs as frames that build on dictionaries. A message begins with the length of the dictionary that it carries, in four
 * bytes: 0 if the dictionary is that of the message before, -1 if the frame is self-contained. The choosing of
 * dictionaries is a part of the work, and so is the copy into the message.
 */
final class DictionaryMessages {
    private static final int SELF_CONTAINED = -1;

    private DictionaryMessages() {}

    static final class Writer implements GraphCodec.Writing {
        private final DictionaryEncoder encoder;
        private @Nullable Dictionary last;

        @SuppressWarnings("unchecked") // it is given graphs only
        Writer(JellyOptions options) {
            encoder = new DictionaryEncoder(
                    ElementKind.GRAPH,
                    kind -> (JellyEncoder<StreamElement>)
                            (JellyEncoder<?>) new JellyGraphEncoder(options, StatementOrder.GIVEN, Limits.DEFAULT),
                    dictionary -> true,
                    System::nanoTime);
        }

        @Override
        public byte[] write(RdfGraph graph) {
            DictionaryFrame frame = encoder.encode(graph);
            Dictionary dictionary = frame.dictionary();
            byte[] value = frame.value();
            if (dictionary == null || dictionary.equals(last)) {
                return ByteBuffer.allocate(Integer.BYTES + value.length)
                        .putInt(dictionary == null ? SELF_CONTAINED : 0)
                        .put(value)
                        .array();
            }
            last = dictionary;
            return ByteBuffer.allocate(Integer.BYTES + dictionary.size() + value.length)
                    .putInt(dictionary.size())
                    .put(dictionary.frame())
                    .put(value)
                    .array();
        }
    }

    static final class Reader implements GraphCodec.Reading {
        private final DictionaryDecoders decoders =
                new DictionaryDecoders(LightValueFactory.getInstance(), Limits.DEFAULT, 4);
        private final JellyGraphDecoder selfContained =
                new JellyGraphDecoder(LightValueFactory.getInstance(), Limits.DEFAULT);
        private @Nullable Dictionary last;

        @Override
        public List<Statement> read(byte[] message) {
            int length = ByteBuffer.wrap(message).getInt();
            if (length > 0) {
                last = Dictionary.of(Arrays.copyOfRange(message, Integer.BYTES, Integer.BYTES + length));
            }
            byte[] frame = Arrays.copyOfRange(message, Integer.BYTES + Math.max(0, length), message.length);
            Dictionary dictionary = last;
            RdfGraph graph = length == SELF_CONTAINED || dictionary == null
                    ? selfContained.decode(frame)
                    : (RdfGraph) decoders.decode(dictionary, frame);
            return List.copyOf(graph.statements());
        }
    }
}
