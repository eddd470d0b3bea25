package dev.velella.sink.intake;

import dev.velella.converter.RawValue;
import dev.velella.converter.UndecodedFrame;
import dev.velella.converter.struct.RdfStructs;
import dev.velella.dictionary.DictionaryUnavailableException;
import dev.velella.document.DocumentBytes;
import dev.velella.document.DocumentReader;
import dev.velella.document.budget.MalformedDocumentException;
import dev.velella.document.format.DeclaredCharset;
import dev.velella.document.format.DocumentFormat;
import dev.velella.frame.FrameResult;
import dev.velella.frame.StreamLimits;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.format.MalformedJellyException;
import dev.velella.kit.cluster.ClusterOptions;
import dev.velella.letter.RefusalReason;
import dev.velella.rdf.ElementKind;
import dev.velella.record.LookBackResult;
import dev.velella.record.MissingDictionaryException;
import dev.velella.record.PatchPosition;
import dev.velella.record.RecordDecoder;
import dev.velella.record.RecordHeaderNames;
import dev.velella.record.RecordHeaderReader;
import dev.velella.record.UnreadableRecordException;
import dev.velella.sink.error.PatchRefusedException;
import dev.velella.sink.options.InputOptions;
import dev.velella.sink.options.InputOptions.OnGraph;
import dev.velella.sink.options.RdfSinkConfig;
import dev.velella.sink.store.PartitionId;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.header.Header;
import org.jspecify.annotations.Nullable;

/**
 * Reads the values of records, for every session: graphs and patches from {@link dev.velella.converter.JellyConverter}, and text or bytes
 * from StringConverter and ByteArrayConverter. The header {@code content-type} names the format of text and bytes.
 * Without this header the option {@code input.format} names it; the format is never guessed.
 *
 * <p>If the codec state of a frame is missing, {@link #of} says so, and {@link #restored} reads the frame's partition back
 * to its key frame. The state is kept: so the frames after it, which the converter cannot decode either, are decoded
 * here. A refused record changes nothing. Not thread-safe.
 */
public final class RecordValues {
    private final RecordDecoder decoder;
    private final MissingState missingState;
    private final OriginFilter origins;
    private final boolean graphsAreRefused;
    private final boolean hasDictionaries;
    private final DocumentReader documents = new DocumentReader(Limits.DEFAULT);
    private final @Nullable DocumentFormat defaultFormat;

    /** @param reads where dictionaries and earlier records are */
    public RecordValues(RdfSinkConfig config, ClusterReads reads) {
        origins = new OriginFilter(config);
        graphsAreRefused = config.onGraph() == OnGraph.FAIL;
        hasDictionaries = reads.dictionaries() != null;
        decoder = new RecordDecoder(
                Limits.DEFAULT,
                new StreamLimits(config.maxStreams(), StreamLimits.DEFAULT.bytes()),
                reads.lookBack(),
                reads.dictionaries());
        missingState = new MissingState(config);
        defaultFormat = DocumentFormat.ofId(config.inputFormat()).orElse(null);
    }

    /**
     * Reads the value of a record.
     *
     * @throws PatchRefusedException if the value cannot be read
     * @throws AwaitedBaseException if the dictionary of the record cannot be read at the moment
     * @throws ConnectException if the task has no access to dictionaries
     */
    public RecordContent of(InputRecord record) {
        if (!origins.excludes(record)) {
            return read(record);
        }
        try {
            read(record); // so the state of its stream moves on
        } catch (PatchRefusedException | ConnectException e) {
            // nobody needs its value, so it is neither refused nor waited for
        }
        return new RecordContent.Excluded();
    }

    private RecordContent read(InputRecord record) {
        Object value = record.value();
        try {
            if (value == null) {
                return new RecordContent.Nothing();
            } else if (RdfStructs.kindOf(value) != null) {
                return new RecordContent.Element(RdfStructs.toElement(value));
            } else if (UndecodedFrame.isUndecoded(value)) {
                return new RecordContent.Undecoded(UndecodedFrame.of(value));
            } else if (RawValue.isRaw(value)) {
                RefusalReason kind = RawValue.HEADER.equals(RawValue.reason(value))
                        ? RefusalReason.CONTENT_TYPE
                        : RefusalReason.UNDECODABLE;
                throw new PatchRefusedException(kind, String.valueOf(RawValue.message(value)));
            }
            byte[] bytes = DocumentBytes.of(value);
            if (bytes == null) {
                throw new PatchRefusedException(
                        RefusalReason.KIND,
                        "the value is " + describe(value)
                                + "; set value.converter to dev.velella.converter.JellyConverter, or to StringConverter or"
                                + " ByteArrayConverter for documents");
            }
            return read(record, bytes, value instanceof String);
        } catch (DataException | MalformedDocumentException e) {
            throw new PatchRefusedException(RefusalReason.UNDECODABLE, String.valueOf(e.getMessage()));
        } catch (UnreadableRecordException e) {
            throw new PatchRefusedException(RefusalReason.HEADER, String.valueOf(e.getMessage()));
        }
    }

    /**
     * Decodes a frame whose codec state was missing.
     *
     * @throws PatchRefusedException if such frames are not accepted, if its state cannot be restored ({@code MISSING_STATE}), if it repeats a record and
     *     has no number, or if it is malformed
     * @throws AwaitedBaseException if the records before it cannot be read at the moment
     * @throws ConnectException if the task has no access to the cluster
     */
    public RecordContent.Decoded restored(InputRecord record, UndecodedFrame frame) {
        if (frame.kind() == ElementKind.GRAPH && graphsAreRefused && !isSnapshot(record)) {
            throw GraphIntake.refused();
        }
        PartitionId id = record.partition();
        FrameResult result;
        try {
            result = decoder.decode(id.topic(), id.partition(), record.offset(), frame.headers(), frame.value());
        } catch (MalformedJellyException e) {
            throw new PatchRefusedException(
                    RefusalReason.UNDECODABLE, "the value is not a Jelly frame: " + e.getMessage());
        }
        LookBackResult found = decoder.lastLookBack().orElse(null);
        if (!(result instanceof FrameResult.Decoded decoded)) {
            throw missingState.of(record, frame, found);
        } else if (found != null && found.isRepeat() && !record.isNumbered()) {
            decoder.reset(); // else the repeats after it would be decoded
            throw missingState.ofRepeat(frame);
        }
        return new RecordContent.Element(decoded.element());
    }

    private static boolean isSnapshot(InputRecord record) {
        PatchPosition position = record.position();
        return position != null && position.snapshot();
    }

    private RecordContent read(InputRecord record, byte[] bytes, boolean isText) {
        Headers headers = headers(record);
        String type = RecordHeaderReader.mediaType(headers);
        boolean isStateful = headers.lastHeader(RecordHeaderNames.JELLY) != null;
        if (isStateful || (type != null && RecordHeaderNames.kindOf(type) != null)) {
            return frame(record, headers, bytes, isText);
        }
        if (type != null) {
            DocumentFormat format = DocumentFormat.ofMediaType(type).orElseThrow(() -> unknown(type));
            String contradiction =
                    isText ? null : DeclaredCharset.contradiction(RecordHeaderReader.wholeContentType(headers), bytes);
            if (contradiction != null) {
                throw new PatchRefusedException(RefusalReason.CONTENT_TYPE, contradiction);
            }
            return document(format, bytes);
        }
        if (defaultFormat != null) {
            return document(defaultFormat, bytes);
        }
        if (isText) {
            throw new PatchRefusedException(
                    RefusalReason.CONTENT_TYPE,
                    "the value is text, and the record has no header "
                            + RecordHeaderNames.CONTENT_TYPE + " that says in which format; set "
                            + InputOptions.INPUT_FORMAT.name()
                            + ", or let the writer send the header. If it should be a patch in Jelly,"
                            + " set value.converter to dev.velella.converter.JellyConverter");
        }
        return frame(record, headers, bytes, false);
    }

    private static PatchRefusedException unknown(String type) {
        List<String> known = new ArrayList<>(List.of(RecordHeaderNames.JELLY_PATCH, RecordHeaderNames.JELLY_RDF));
        known.addAll(DocumentFormat.knownMediaTypes());
        return new PatchRefusedException(
                RefusalReason.CONTENT_TYPE,
                RecordHeaderNames.CONTENT_TYPE + " " + type
                        + " is none of those that can be read: " + String.join(", ", known)
                        + ". Let the writer send one of them, or drop the header (transformation DropHeaders) and set "
                        + InputOptions.INPUT_FORMAT.name());
    }

    private RecordContent document(DocumentFormat format, byte[] bytes) {
        try {
            return new RecordContent.Element(documents.read(format, bytes));
        } catch (MalformedDocumentException e) {
            throw new PatchRefusedException(
                    RefusalReason.UNDECODABLE, "not a document of " + format.mediaType() + ": " + e.getMessage());
        }
    }

    private RecordContent frame(InputRecord record, Headers headers, byte[] bytes, boolean isText) {
        if (isText) {
            throw new PatchRefusedException(
                    RefusalReason.CONTENT_TYPE,
                    "the value is text, but its headers say that it is"
                            + " a Jelly frame; set value.converter to dev.velella.converter.JellyConverter");
        }
        try {
            FrameResult result = decoder.decode(record.partition().topic(), headers, bytes);
            if (result instanceof FrameResult.MissingState missing) {
                return new RecordContent.Undecoded(UndecodedFrame.of(missing, bytes));
            }
            return new RecordContent.Element(((FrameResult.Decoded) result).element());
        } catch (MalformedJellyException e) {
            throw new PatchRefusedException(
                    RefusalReason.UNDECODABLE, "the value is not a Jelly frame: " + e.getMessage());
        } catch (MissingDictionaryException e) {
            if (!hasDictionaries) {
                throw new ConnectException(
                        record.place() + ": " + e.getMessage() + "; set " + ClusterOptions.BOOTSTRAP_SERVERS_CONFIG
                                + ", so that the sink can read the topic of dictionaries",
                        e);
            }
            return new RecordContent.WithoutDictionary(String.valueOf(e.getMessage()));
        } catch (DictionaryUnavailableException e) {
            // The record may be right, so it is neither refused nor left out.
            throw new AwaitedBaseException(record.place() + ": " + e.getMessage(), e);
        } catch (UnreadableRecordException e) {
            throw new PatchRefusedException(RefusalReason.HEADER, String.valueOf(e.getMessage()));
        }
    }

    /** The headers as they were in Kafka, as far as the header converter left them unchanged. */
    private static Headers headers(InputRecord record) {
        RecordHeaders headers = new RecordHeaders();
        for (Header header : record.original().headers()) {
            text(header.value()).ifPresent(bytes -> headers.add(header.key(), bytes));
        }
        return headers;
    }

    private static Optional<byte[]> text(@Nullable Object value) {
        if (value instanceof byte[] bytes) {
            return Optional.of(bytes);
        }
        return value instanceof String text ? Optional.of(text.getBytes(StandardCharsets.UTF_8)) : Optional.empty();
    }

    private static String describe(Object value) {
        return value instanceof Struct struct
                ? "a struct " + struct.schema().name()
                : value.getClass().getName();
    }
}
