package dev.velella.edge;

import dev.velella.frame.MediaTypes;
import dev.velella.rdf.ElementKind;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;

/**
 * The header {@value #NAME} of a message from a device: the part of the record protocol's header that devices write. In
 * MQTT it is a user property, and therefore text. Immutable.
 *
 * @param kind kind of element in the message
 * @param dictionary name of the dictionary on which the message builds; {@value #NONE} if the message stands alone
 * @param writer random number of the device's run
 * @param sequence number of the message in this run, from 0
 */
public record EdgeHeader(ElementKind kind, long dictionary, int writer, long sequence) {
    /** Name of the user property. */
    public static final String NAME = "velella";

    /** Stands for no dictionary. */
    public static final long NONE = -1;

    private static final byte VERSION = 2;
    private static final int PATCH = 0x01;
    private static final int DICTIONARY = 0x02;
    private static final int PLACE = 0x08;
    private static final int LONGEST = 2 + 6 + 4 + 9;

    /** Media type of the message, see {@link MediaTypes}; in MQTT 5 its content type. */
    public String mediaType() {
        return MediaTypes.of(kind, dictionary == NONE);
    }

    /** The value of the user property: base64 of the header's bytes. */
    public String text() {
        ByteBuffer out = ByteBuffer.allocate(LONGEST);
        int flags = PLACE | (kind == ElementKind.PATCH ? PATCH : 0) | (dictionary == NONE ? 0 : DICTIONARY);
        out.put(VERSION).put((byte) flags);
        if (dictionary != NONE) {
            out.putShort((short) (dictionary >>> 32)).putInt((int) dictionary);
        }
        out.putInt(writer);
        long rest = sequence;
        while (rest > 0x7F) {
            out.put((byte) (rest | 0x80));
            rest >>>= 7;
        }
        out.put((byte) rest);
        return Base64.getEncoder().encodeToString(Arrays.copyOf(out.array(), out.position()));
    }
}
