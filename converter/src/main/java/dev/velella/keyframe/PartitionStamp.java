package dev.velella.keyframe;

import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a source tells the encoder of a record: its partition, and which record of the source it is. Travels as the
 * header {@code velella.partition} from the source to the converter or serializer, which removes it: it is never sent.
 *
 * <pre>
 * stamp = "p" partition "." ordinal [".r"]      ; decimal, for example p3.1041, p3.1042.r
 * </pre>
 *
 * @param partition to which the record is going to be sent; the sender has to send it there
 * @param ordinal number of the record among those of this source for this topic and partition. It goes up by one from
 *     record to record; a record that is handed over again, because it was not sent, keeps its number
 * @param reset whether an earlier record of this partition may never become visible, as after an aborted transaction;
 *     the encoder then begins a new stream
 */
public record PartitionStamp(int partition, long ordinal, boolean reset) {
    /** Name of the header. */
    public static final String HEADER = "velella.partition";

    private static final Pattern FORM = Pattern.compile("\"?p([0-9]{1,10})\\.([0-9]{1,18})(\\.r)?\"?");

    public PartitionStamp {
        if (partition < 0 || ordinal < 0) {
            throw new IllegalArgumentException(
                    "partition and ordinal are counted from 0, not " + partition + ", " + ordinal);
        }
    }

    /** The header's text, printable ASCII. */
    public String format() {
        return "p" + partition + "." + ordinal + (reset ? ".r" : "");
    }

    /** The header's value. */
    public byte[] toBytes() {
        return format().getBytes(StandardCharsets.US_ASCII);
    }

    /**
     * Reads the header's value; quotes around it, as JsonConverter writes them, are left out.
     *
     * @throws IllegalArgumentException if it has another form
     */
    public static PartitionStamp parse(byte[] value) {
        String text = new String(value, StandardCharsets.US_ASCII);
        Matcher matcher = FORM.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("header " + HEADER + " is not a stamp (p<partition>.<ordinal>): "
                    + text.substring(0, Math.min(text.length(), 40)));
        }
        long partition = Long.parseLong(matcher.group(1));
        if (partition > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("header " + HEADER + " names partition " + partition);
        }
        return new PartitionStamp((int) partition, Long.parseLong(matcher.group(2)), matcher.group(3) != null);
    }
}
