package dev.velella.frame;

import java.nio.charset.StandardCharsets;

/**
 * Facts about a record that a source tells its encoder: the record's partition, and its number. The stamp travels as
 * the header {@code velella.partition} from the source to the converter or serializer, which removes it, so that it is
 * never sent.
 *
 * <pre>
 * stamp = "p" partition "." ordinal ["." losses] ; decimal, for example p3.1041, p3.1042.1
 * </pre>
 *
 * @param partition partition of the record; the sender must send the record to this partition
 * @param ordinal number of the record among the records of this source for this topic and partition. It increases by
 *     one from record to record. A record that is handed over again because it was not sent keeps its number
 * @param losses number of losses of records of this partition so far, for example by aborted transactions. If the
 *     number has changed, earlier records may never become visible, and the encoder begins a new stream. It is a count
 *     and not a mark on one record, because that record may be filtered before it reaches the encoder
 */
public record PartitionStamp(int partition, long ordinal, long losses) {
    /** Name of the header. */
    public static final String HEADER = "velella.partition";

    private static final int LONGEST_NUMBER = 18;

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
     * Reads the header's value. Quotes around it are removed, because JsonConverter writes them around text.
     *
     * @throws IllegalArgumentException if the value has another form
     */
    public static PartitionStamp parse(byte[] value) {
        int from = 0;
        int end = value.length;
        if (end > 1 && value[0] == '"' && value[end - 1] == '"') {
            from++;
            end--;
        }
        if (from == end || value[from] != 'p') {
            throw malformed(value);
        }
        int first = endOfNumber(value, from + 1, end);
        int second = endOfNumber(value, first + 1, end);
        long partition = number(value, from + 1, first);
        long ordinal = number(value, first + 1, second);
        long losses = second == end ? 0 : number(value, second + 1, end);
        if (partition > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("header " + HEADER + " names partition " + partition);
        }
        return new PartitionStamp((int) partition, ordinal, losses);
    }

    /** Position of the next dot, or the end. */
    private static int endOfNumber(byte[] text, int from, int end) {
        int at = from;
        while (at < end && text[at] != '.') {
            at++;
        }
        return at;
    }

    private static long number(byte[] text, int from, int end) {
        int length = end - from;
        if (length < 1 || length > LONGEST_NUMBER) {
            throw malformed(text);
        }
        long number = 0;
        for (int i = from; i < end; i++) {
            int digit = text[i] - '0';
            if (digit < 0 || digit > 9) {
                throw malformed(text);
            }
            number = number * 10 + digit;
        }
        return number;
    }

    private static IllegalArgumentException malformed(byte[] value) {
        String shown = new String(value, 0, Math.min(value.length, 40), StandardCharsets.US_ASCII);
        return new IllegalArgumentException("header " + HEADER + " is not a stamp (p<partition>.<ordinal>): " + shown);
    }
}
