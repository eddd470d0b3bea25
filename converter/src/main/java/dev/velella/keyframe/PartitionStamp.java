package dev.velella.keyframe;

import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a source tells the encoder of a record: its partition, and which record of the source it is. Travels as the
 * header {@code velella.partition} from the source to the converter or serializer, which removes it: it is never sent.
 *
 * <pre>
 * stamp = "p" partition "." ordinal ["." losses] ; decimal, for example p3.1041, p3.1042.1
 * </pre>
 *
 * @param partition to which the record is going to be sent; the sender has to send it there
 * @param ordinal number of the record among those of this source for this topic and partition. It goes up by one from
 *     record to record; a record that is handed over again, because it was not sent, keeps its number
 * @param losses how often records of this partition have been lost so far, as by an aborted transaction. Where the number
 *     has changed, earlier records may never become visible, and the encoder begins a new stream. It is a count and not a
 *     mark on one record, because that record may be filtered before it comes to the encoder
 */
public record PartitionStamp(int partition, long ordinal, long losses) {
    /** Name of the header. */
    public static final String HEADER = "velella.partition";

    private static final Pattern FORM = Pattern.compile("\"?p([0-9]{1,10})\\.([0-9]{1,18})(?:\\.([0-9]{1,18}))?\"?");

    public PartitionStamp {
        if (partition < 0 || ordinal < 0 || losses < 0) {
            throw new IllegalArgumentException("partition, ordinal and losses are counted from 0, not " + partition
                    + ", " + ordinal + ", " + losses);
        }
    }

    /** The header's text, printable ASCII. */
    public String format() {
        return "p" + partition + "." + ordinal + (losses == 0 ? "" : "." + losses);
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
        String losses = matcher.group(3);
        return new PartitionStamp(
                (int) partition, Long.parseLong(matcher.group(2)), losses == null ? 0 : Long.parseLong(losses));
    }
}
