package dev.velella.bench.batch;

import dev.velella.dictionary.Dictionary;
import dev.velella.dictionary.DictionaryDecoders;
import dev.velella.dictionary.DictionaryEncoder;
import dev.velella.dictionary.DictionaryFrame;
import dev.velella.jelly.JellyEncoder;
import dev.velella.jelly.JellyGraphEncoder;
import dev.velella.jelly.JellyPatchEncoder;
import dev.velella.jelly.format.JellyOptions;
import dev.velella.jelly.format.JellyPatchOptions;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.value.LightValueFactory;
import dev.velella.jelly.write.StatementOrder;
import dev.velella.rdf.ElementKind;
import dev.velella.rdf.StreamElement;
import dev.velella.record.VelellaHeader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.common.header.internals.RecordHeader;

/** Records that build on dictionaries, with one binary header. The dictionaries are beside the records. */
final class DictionaryDraft {
    private static final int WRITER = 0x1C6F_0A93;

    private final Map<Long, Dictionary> dictionaries = new LinkedHashMap<>();
    private final List<BatchRecord> records = new ArrayList<>();

    /** Writes the records of one writer. */
    DictionaryDraft(List<BatchElement> elements, StatementOrder order) {
        ElementKind kind = elements.get(0).element().kind();
        DictionaryEncoder encoder = new DictionaryEncoder(
                kind,
                other -> encoder(other, order),
                dictionary -> {
                    dictionaries.put(dictionary.name(), dictionary);
                    return true;
                },
                System::nanoTime);
        for (BatchElement element : elements) {
            DictionaryFrame frame = encoder.encode(element.element());
            Dictionary dictionary = frame.dictionary();
            VelellaHeader header = new VelellaHeader(
                    kind,
                    dictionary == null ? null : new VelellaHeader.Base(dictionary.name(), 0),
                    new VelellaHeader.Place(WRITER, records.size()),
                    element.eventTime(),
                    element.position());
            records.add(new BatchRecord(
                    element.key(), frame.value(), List.of(new RecordHeader(VelellaHeader.NAME, header.toBytes()))));
        }
    }

    @SuppressWarnings("unchecked")
    private static JellyEncoder<StreamElement> encoder(ElementKind kind, StatementOrder order) {
        JellyEncoder<?> encoder = kind == ElementKind.PATCH
                ? new JellyPatchEncoder(JellyPatchOptions.TOPIC, order, Limits.DEFAULT)
                : new JellyGraphEncoder(JellyOptions.TOPIC, order, Limits.DEFAULT);
        return (JellyEncoder<StreamElement>) encoder;
    }

    List<BatchRecord> records() {
        return records;
    }

    /** Bytes of all dictionaries. */
    long dictionaryBytes() {
        return dictionaries.values().stream().mapToLong(Dictionary::size).sum();
    }

    /** A reader that knows the dictionaries and takes records in any order. */
    Reader reader() {
        DictionaryDecoders decoders = new DictionaryDecoders(LightValueFactory.getInstance(), Limits.DEFAULT, 8);
        return record -> {
            VelellaHeader header = VelellaHeader.parse(record.headers().get(0).value());
            VelellaHeader.Base base = Objects.requireNonNull(header.dictionary(), "a record that is self-contained");
            return decoders.decode(Objects.requireNonNull(dictionaries.get(base.name())), record.value());
        };
    }

    /** Reads one record. */
    interface Reader {
        StreamElement read(BatchRecord record);
    }
}
