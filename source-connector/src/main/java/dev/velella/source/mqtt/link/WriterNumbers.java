package dev.velella.source.mqtt.link;

import dev.velella.rdf.BoundedMap;
import dev.velella.record.VelellaHeader.Place;
import java.util.HexFormat;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The number of the last message of each of the last writers of a topic. A device is a new writer each time that it starts,
 * and messages of the former run may come again after that. Not thread-safe.
 *
 * <p>As text, a version and then each writer with its number, the last one used at the end: {@code 2 1c6f0a93.128}.
 */
public final class WriterNumbers {
    private static final int MOST_WRITERS = 4;
    private static final String VERSION = "2";

    private static final Pattern FORM =
            Pattern.compile(VERSION + "( [0-9a-f]{8}\\.[0-9]{1,18}){1," + MOST_WRITERS + "}");

    private final Map<Integer, Long> last = new BoundedMap<>(MOST_WRITERS);

    /** Numbers of a topic of which no message is known. */
    WriterNumbers() {}

    /**
     * Reads the text.
     *
     * @throws IllegalArgumentException if it is not such a text
     */
    public static WriterNumbers parse(String text) {
        if (!FORM.matcher(text).matches()) {
            throw new IllegalArgumentException("not the numbers of a device's messages: " + text);
        }
        WriterNumbers numbers = new WriterNumbers();
        for (String part : text.substring(VERSION.length() + 1).split(" ", -1)) {
            numbers.last.put(HexFormat.fromHexDigits(part, 0, 8), Long.parseLong(part.substring(9)));
        }
        return numbers;
    }

    /** Whether a stored place is a text of this class, and not the place of a frame. */
    public static boolean isText(String place) {
        return place.startsWith(VERSION + " ");
    }

    /** The text from which {@link #parse} makes these numbers again. */
    public String text() {
        StringBuilder text = new StringBuilder(VERSION);
        last.forEach((writer, number) -> text.append(' ')
                .append(HexFormat.of().toHexDigits(writer))
                .append('.')
                .append(number));
        return text.toString();
    }

    /** Whether a message was there before. */
    boolean has(Place place) {
        Long number = last.get(place.writer());
        return number != null && place.sequence() <= number;
    }

    /**
     * Notes a message that was not there before.
     *
     * @return number of messages before it that did not come
     */
    long follow(Place place) {
        boolean isFirst = last.isEmpty();
        Long number = last.put(place.writer(), place.sequence());
        if (number == null) {
            return isFirst ? 0 : place.sequence();
        }
        return place.sequence() - number - 1;
    }

    /** Whether no message is known. */
    boolean isEmpty() {
        return last.isEmpty();
    }
}
