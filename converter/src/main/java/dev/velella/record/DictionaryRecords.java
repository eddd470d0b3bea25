package dev.velella.record;

import dev.velella.dictionary.Dictionary;
import dev.velella.dictionary.DictionaryDecoders;
import dev.velella.dictionary.DictionarySource;
import dev.velella.frame.FrameResult;
import dev.velella.frame.FrameResult.Continuity;
import dev.velella.frame.SelfContainedDecoder;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.read.RecurringRows;
import dev.velella.rdf.StreamElement;
import java.util.Arrays;
import org.eclipse.rdf4j.model.ValueFactory;
import org.jspecify.annotations.Nullable;

/**
 * Decodes records of version 2, which have a header {@code velella}. Each record is decoded by itself, with the
 * dictionary that it names. So records can come in any order, and a record that cannot be decoded changes nothing. Not
 * thread-safe.
 */
public final class DictionaryRecords {
    /** Number of dictionaries whose decoder is kept. */
    private static final int MOST_DECODERS = 64;

    private final DictionaryDecoders decoders;
    private final SelfContainedDecoder selfContained;
    private final WriterSequences sequences;

    /**
     * Decoders without dictionaries.
     *
     * @param values creates terms and statements, as for {@link dev.velella.jelly.JellyGraphDecoder}
     * @param writers number of writers whose last record is remembered, at least 1
     */
    public DictionaryRecords(ValueFactory values, Limits limits, int writers) {
        decoders = new DictionaryDecoders(values, limits, MOST_DECODERS);
        selfContained = new SelfContainedDecoder(values, limits);
        sequences = new WriterSequences(writers);
    }

    /**
     * Decodes a record.
     *
     * @param source where dictionaries are; null if there is no access to them
     * @throws dev.velella.jelly.format.MalformedJellyException if the value is malformed, above the limits, or refers to
     *     anything but the dictionary and itself
     * @throws MissingDictionaryException if the dictionary of the record is not found
     * @throws dev.velella.dictionary.DictionaryUnavailableException if dictionaries cannot be read at the moment
     */
    public FrameResult.Decoded decode(
            String topic, VelellaHeader header, byte[] value, @Nullable DictionarySource source) {
        return decode(topic, header, value, source, null);
    }

    /**
     * Decodes a record, like {@link #decode(String, VelellaHeader, byte[], DictionarySource)}.
     *
     * @param rows rows of the last graph of the same stream, as for {@link dev.velella.jelly.JellyGraphDecoder}; null if
     *     rows are not compared
     */
    FrameResult.Decoded decode(
            String topic,
            VelellaHeader header,
            byte[] value,
            @Nullable DictionarySource source,
            @Nullable RecurringRows rows) {
        StreamElement element = element(header, value, source, rows);
        Continuity continuity = sequences.next(topic, header.place(), value);
        return new FrameResult.Decoded(element, continuity);
    }

    private StreamElement element(
            VelellaHeader header, byte[] value, @Nullable DictionarySource source, @Nullable RecurringRows rows) {
        VelellaHeader.Base base = header.dictionary();
        if (base == null) {
            return selfContained.decode(header.kind(), value);
        }
        Dictionary dictionary = base.carried() > 0 ? carried(base, value) : find(base.name(), source);
        if (dictionary.kind() != header.kind()) {
            throw new UnreadableRecordException("header " + VelellaHeader.NAME + " says " + header.kind() + ", but "
                    + dictionary + " is for " + dictionary.kind());
        }
        byte[] frame = base.carried() > 0 ? Arrays.copyOfRange(value, base.carried(), value.length) : value;
        return rows == null ? decoders.decode(dictionary, frame) : decoders.decode(dictionary, frame, rows);
    }

    private static Dictionary carried(VelellaHeader.Base base, byte[] value) {
        if (base.carried() > value.length) {
            throw new UnreadableRecordException("header " + VelellaHeader.NAME + " says that a dictionary of "
                    + base.carried() + " bytes is in front, but the value has only " + value.length);
        }
        Dictionary dictionary = Dictionary.of(Arrays.copyOf(value, base.carried()));
        if (dictionary.name() != base.name()) {
            throw new UnreadableRecordException("the record names dictionary " + Dictionary.text(base.name())
                    + ", but has " + dictionary + " in front");
        }
        return dictionary;
    }

    private static Dictionary find(long name, @Nullable DictionarySource source) {
        if (source == null) {
            throw new MissingDictionaryException("the record builds on dictionary " + Dictionary.text(name)
                    + ", and this reader has no access to the topic of dictionaries");
        }
        Dictionary dictionary = source.find(name);
        if (dictionary == null) {
            throw new MissingDictionaryException(
                    "the record builds on dictionary " + Dictionary.text(name) + ", which is not in " + source);
        }
        return dictionary;
    }

    /** Forgets the last records of all writers. */
    public void reset() {
        sequences.clear();
    }
}
