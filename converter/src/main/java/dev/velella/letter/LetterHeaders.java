package dev.velella.letter;

import dev.velella.kit.options.Spelling;
import dev.velella.rdf.ErrorText;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The headers of the dead letters of source, diff app and sink. Values are text in UTF-8. Stateless and thread-safe.
 */
public final class LetterHeaders {
    /** The beginning of the name of every header here. */
    public static final String PREFIX = "velella.error.";

    /** Topic of the record. */
    public static final String TOPIC = PREFIX + "topic";

    public static final String PARTITION = PREFIX + "partition";
    public static final String OFFSET = PREFIX + "offset";

    /**
     * Timestamp of the record, in ms since 1970. The dead letter itself has the time at which it was written, because Kafka
     * counts {@code retention.ms} from there.
     */
    public static final String TIMESTAMP = PREFIX + "timestamp";

    /** The app that refused the record. */
    public static final String APPLICATION_ID = PREFIX + "application.id";

    /** The connector that refused the record. */
    public static final String CONNECTOR = PREFIX + "connector";

    /** Stream of the record: the text of its key. */
    public static final String STREAM = PREFIX + "stream";

    /** Number of the patch in its stream. */
    public static final String PATCH = PREFIX + "patch";

    /** Kind of the reason. */
    public static final String REASON = PREFIX + "reason";

    public static final String CLASS = PREFIX + "exception.class.name";

    /** The reason in words. */
    public static final String MESSAGE = PREFIX + "exception.message";

    /** The report of the validator, in Turtle, if the reason is {@link RefusalReason#SHAPES}. */
    public static final String REPORT = PREFIX + "report";

    /** Number of messages of the same MQTT topic that were left out since the dead letter before. */
    public static final String LEFT_OUT = PREFIX + "left.out";

    /** The form of the value, a {@link LetterForm}. */
    public static final String VALUE = PREFIX + "value";

    /** Number of bytes of the whole value, if the value was cut. */
    public static final String VALUE_BYTES = PREFIX + "value.bytes";

    /** Number of bytes of the whole key, if the key was cut. */
    public static final String KEY_BYTES = PREFIX + "key.bytes";

    /** Number of headers of the record that were left out because they did not fit. */
    public static final String HEADERS_LEFT_OUT = PREFIX + "headers.left.out";

    /** The record's header {@code jelly}. A dead letter must not have a header of this name itself. */
    public static final String JELLY = PREFIX + "jelly";

    private LetterHeaders() {}

    /**
     * Headers with the reason for a refusal: kind, class of the exception, and message, which is bounded. The map is
     * new and can be changed.
     */
    public static Map<String, String> of(RefusalReason reason, Throwable why) {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put(REASON, Spelling.of(reason));
        headers.put(CLASS, why.getClass().getName());
        headers.put(MESSAGE, ErrorText.message(why.getMessage()));
        return headers;
    }

    /** Headers with the reason for a refusal and the place of the record. The map is new and can be changed. */
    public static Map<String, String> of(
            String topic, int partition, long offset, RefusalReason reason, Throwable why) {
        Map<String, String> headers = of(reason, why);
        headers.put(TOPIC, topic);
        headers.put(PARTITION, Integer.toString(partition));
        headers.put(OFFSET, Long.toString(offset));
        return headers;
    }
}
