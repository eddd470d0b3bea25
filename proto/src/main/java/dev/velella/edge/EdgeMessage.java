package dev.velella.edge;

/** A message of a device. Two instances are never equal. */
public final class EdgeMessage {
    private final EdgeHeader header;
    private final byte[] payload;

    EdgeMessage(EdgeHeader header, byte[] payload) {
        this.header = header;
        this.payload = payload;
    }

    /** The header, whose text is the user property {@value EdgeHeader#NAME}. */
    public EdgeHeader header() {
        return header;
    }

    /** The bytes of the message; must not be changed. */
    public byte[] payload() {
        return payload;
    }
}
