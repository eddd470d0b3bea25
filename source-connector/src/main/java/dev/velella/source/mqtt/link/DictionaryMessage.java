package dev.velella.source.mqtt.link;

import dev.velella.record.VelellaHeader;

/** A message with a header {@code velella}. Two instances are never equal. Callers must not change the value. */
public final class DictionaryMessage {
    private final VelellaHeader header;
    private final byte[] value;

    /** Creates a message as it was received. */
    public DictionaryMessage(VelellaHeader header, byte[] value) {
        this.header = header;
        this.value = value;
    }

    /** The dictionary and the number of the message. */
    public VelellaHeader header() {
        return header;
    }

    /** The bytes of the message. */
    public byte[] value() {
        return value;
    }
}
