package dev.velella.source.options;

import dev.velella.rdf.ErrorText;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.jspecify.annotations.Nullable;

/**
 * Whether the worker's own converter writes a key as its text, which the diff app and the sink read: the first record that Kafka has
 * acknowledged says how long its key became. Thread-safe.
 */
public final class KeyCheck {
    private volatile boolean done;
    private volatile @Nullable String failure;

    /** @param unknown whether the connector's options do not say which converter it is */
    public KeyCheck(boolean unknown) {
        done = !unknown;
    }

    /**
     * Kafka has a record, unless the second is null.
     *
     * @param key as the task gave it
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

    /** Why the task must end; null unless it must. */
    @Nullable
    public String failure() {
        return failure;
    }
}
