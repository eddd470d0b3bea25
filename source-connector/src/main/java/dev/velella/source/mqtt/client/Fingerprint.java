package dev.velella.source.mqtt.client;

import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32C;

/** Computes 64 bits that identify a message, from its topic, payload, content type and place. */
final class Fingerprint {
    private static final long START = 0xcbf29ce484222325L;

    private Fingerprint() {}

    /**
     * The fingerprint of a message: the same each time the message is sent, and in every version of this program,
     * because offsets hold it.
     */
    static long of(MqttMessage message) {
        byte[] topic = message.topic().getBytes(StandardCharsets.UTF_8);
        String type = message.contentType();
        byte[] contentType = type == null ? new byte[0] : type.getBytes(StandardCharsets.UTF_8);
        String place = message.keyFramePlace();
        long start = place == null ? START : fnv(START, place.getBytes(StandardCharsets.US_ASCII));
        long low = fnv(fnv(fnv(start, topic), contentType), message.payload());
        CRC32C crc = new CRC32C();
        crc.update(message.payload());
        return low ^ (crc.getValue() << 32);
    }

    /** FNV-1a with the length before the bytes, so that two different divisions into fields give different hashes. */
    private static long fnv(long hash, byte[] bytes) {
        long mixed = (hash ^ bytes.length) * 0x100000001b3L;
        for (byte b : bytes) {
            mixed = (mixed ^ (b & 0xff)) * 0x100000001b3L;
        }
        return mixed;
    }
}
