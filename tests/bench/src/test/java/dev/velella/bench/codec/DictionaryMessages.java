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

/** Graphs as frames that build on dictionaries. The choosing of dictionaries is a part of the work. */
final class DictionaryMessages {
    private DictionaryMessages() {}

    @SuppressWarnings("unchecked") // it is given graphs only
    static GraphCodec.Writing writing(JellyOptions options) {
        DictionaryEncoder encoder = new DictionaryEncoder(
                ElementKind.GRAPH,
                kind -> (JellyEncoder<StreamElement>)
                        (JellyEncoder<?>) new JellyGraphEncoder(options, StatementOrder.GIVEN, Limits.DEFAULT),
                dictionary -> true,
                System::nanoTime);
        return graph -> {
            DictionaryFrame frame = encoder.encode(graph);
            return new GraphCodec.Message(frame.value(), frame.dictionary());
        };
    }

    static GraphCodec.Reading reading() {
        DictionaryDecoders decoders = new DictionaryDecoders(LightValueFactory.getInstance(), Limits.DEFAULT, 4);
        JellyGraphDecoder selfContained = new JellyGraphDecoder(LightValueFactory.getInstance(), Limits.DEFAULT);
        return message -> {
            Dictionary dictionary = message.dictionary();
            RdfGraph graph = dictionary == null
                    ? selfContained.decode(message.value())
                    : (RdfGraph) decoders.decode(dictionary, message.value());
            return graph.statements();
        };
    }
}
