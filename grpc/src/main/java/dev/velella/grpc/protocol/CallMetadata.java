package dev.velella.grpc.protocol;

import dev.velella.record.RecordHeaderNames;
import io.grpc.Metadata;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Names of the metadata of calls and frames that Velella reads and writes. The official service has no fields for them. A
 * client that knows none of them gets the defaults. Stateless.
 *
 * <p>gRPC calls metadata of a call what HTTP calls headers and trailers. Names in a frame begin with {@code velella.},
 * names of a call with {@code velella-}.
 */
public final class CallMetadata {
    /** Request: topic of a publisher; without it the name of the stream in the options. */
    public static final Metadata.Key<String> TOPIC = ascii("velella-topic");

    /** Request: key of all frames, or a key that a subscriber wants; printable ASCII. */
    public static final Metadata.Key<String> KEY = ascii("velella-key");

    /** Request: the same as {@link #KEY} for any bytes. */
    public static final Metadata.Key<byte[]> KEY_BYTES =
            Metadata.Key.of("velella-key-bin", Metadata.BINARY_BYTE_MARSHALLER);

    /** Request: where a subscriber begins, see {@link Begin#parse}. */
    public static final Metadata.Key<String> FROM = ascii("velella-from");

    /** Request: {@code latest} if the subscription ends where the topic ends when it begins. */
    public static final Metadata.Key<String> UNTIL = ascii("velella-until");

    /** Request: {@code none} if frames shall have no metadata. */
    public static final Metadata.Key<String> FRAME_METADATA = ascii("velella-frame-metadata");

    /** Request: identity of a publisher that numbers its frames. */
    public static final Metadata.Key<String> PRODUCER = ascii("velella-producer");

    /**
     * Answer: to a publisher that numbers its frames, the number of the first frame that is not in the topic; to a
     * subscriber, the next offset of each partition, see {@link Positions}.
     */
    public static final Metadata.Key<String> NEXT = ascii("velella-next");

    /** Answer, if a call to publish fails: so many frames of this call, from its first on, are in the topic. */
    public static final Metadata.Key<String> WRITTEN = ascii("velella-written");

    /**
     * Answer to a subscriber: media type of the frames, by the name that RDF Messages gives to it. It also says that each frame is one RDF
     * message.
     */
    public static final Metadata.Key<String> MESSAGE_TYPE = ascii(RecordHeaderNames.RDF_MESSAGE);

    /** Credentials: {@code Basic …} or {@code Bearer …}. */
    public static final Metadata.Key<String> AUTHORIZATION = ascii("authorization");

    /** Frame: key of the record. */
    public static final String FRAME_KEY = "velella.key";

    /** Frame: place of the record, {@code partition@offset}. */
    public static final String FRAME_PLACE = "velella.place";

    /** Frame: event time in ms since 1970, in decimal. */
    public static final String FRAME_TIME = "velella.time";

    /** Frame: the record has no value, which ends its stream. The frame has no rows. */
    public static final String FRAME_TOMBSTONE = "velella.tombstone";

    /** Frame: number of the frame among the frames of its publisher, from 1, in decimal. */
    public static final String FRAME_NUMBER = "velella.number";

    private CallMetadata() {}

    private static Metadata.Key<String> ascii(String name) {
        return Metadata.Key.of(name, Metadata.ASCII_STRING_MARSHALLER);
    }

    /** All keys in the headers of a call; empty if there is none. */
    public static List<byte[]> keys(Metadata headers) {
        List<byte[]> keys = new ArrayList<>();
        Iterable<String> texts = headers.getAll(KEY);
        if (texts != null) {
            texts.forEach(text -> keys.add(text.getBytes(StandardCharsets.UTF_8)));
        }
        Iterable<byte[]> binary = headers.getAll(KEY_BYTES);
        if (binary != null) {
            binary.forEach(keys::add);
        }
        return keys;
    }

    /** Metadata with one entry; a value of null makes none. */
    public static <T> Metadata of(Metadata.Key<T> key, @Nullable T value) {
        Metadata metadata = new Metadata();
        if (value != null) {
            metadata.put(key, value);
        }
        return metadata;
    }
}
