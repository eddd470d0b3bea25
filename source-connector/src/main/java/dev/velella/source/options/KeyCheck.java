package dev.velella.source.options;

import dev.velella.rdf.ErrorText;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.jspecify.annotations.Nullable;

/**
 * Checks that the worker's own converter writes a key as its text, because the diff app and the sink read it so. The
 * length of the key in the first acknowledged record shows it. Thread-safe.
 */
public final class KeyCheck {
    private volatile boolean done;
    private volatile @Nullable String failure;

    /** @param unknown whether the connector's options do not name the converter of keys */
    public KeyCheck(boolean unknown) {
        done = !unknown;
    }

    /**
     * Reports that Kafka has a record; null metadata means no record.
     *
     * @param key key as the task returned it
     */
    public void acknowledged(@Nullable Object key, @Nullable RecordMetadata metadata) {
        if (done || metadata == null || !(key instanceof String text)) {
            return;
        }
        done = true;
        int length = text.getBytes(StandardCharsets.UTF_8).length;
        if (metadata.serializedKeySize() != length) {
            failure =
                    "the worker's key.converter does not write a key as its text, which the diff app and the sink read: of '"
                            + ErrorText.name(text) + "', " + length + " bytes, it made " + metadata.serializedKeySize()
                            + " bytes in record " + metadata
                            + "; set key.converter=org.apache.kafka.connect.storage.StringConverter in the options of the connector. The"
                            + " topic has records with such keys now: let the connector write to another one, or delete them";
        }
    }

    /** The error that must end the task; null if there is none. */
    @Nullable
    public String failure() {
        return failure;
    }
}
