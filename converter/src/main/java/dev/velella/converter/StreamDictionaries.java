package dev.velella.converter;

import dev.velella.dictionary.DictionarySource;
import dev.velella.record.dictionary.TopicDictionarySource;
import java.io.Closeable;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The sources of dictionaries of one converter. The converter's own options {@code kafka.*} tell how to reach them; or
 * else the consumer whose record is read, if it has a {@link JellyLookBack}; or else the sink task, if it is one of
 * Velella ({@link TaskCluster}). Closes a source when its consumer is gone. Not thread-safe.
 */
final class StreamDictionaries implements Closeable {
    private final String topic;
    private final Map<String, Object> ownClient;
    private final Map<String, TopicDictionarySource> byToken = new HashMap<>();

    /** The source of the converter or of its task, which stay the same. Null before it is needed. */
    private @Nullable TopicDictionarySource own;

    /** @param ownClient properties of a client; empty if the converter has no options for it */
    StreamDictionaries(String topic, Map<String, Object> ownClient) {
        this.topic = topic;
        this.ownClient = ownClient;
    }

    /** The source for a record; null if nothing tells how to reach the cluster. */
    @Nullable
    DictionarySource source(@Nullable RecordPlace place) {
        if (!ownClient.isEmpty()) {
            return own(ownClient);
        }
        Map<String, Object> consumer = place == null ? null : ConsumerConfigs.find(place.token());
        if (place == null || consumer == null) {
            Map<String, Object> task = TaskCluster.client();
            return task.isEmpty() ? null : own(task);
        }
        TopicDictionarySource known = byToken.get(place.token());
        if (known == null) {
            closeForgotten();
            known = new TopicDictionarySource(consumer, topic);
            byToken.put(place.token(), known);
        }
        return known;
    }

    private DictionarySource own(Map<String, Object> client) {
        if (own == null) {
            own = new TopicDictionarySource(client, topic);
        }
        return own;
    }

    private void closeForgotten() {
        Iterator<Map.Entry<String, TopicDictionarySource>> entries =
                byToken.entrySet().iterator();
        while (entries.hasNext()) {
            Map.Entry<String, TopicDictionarySource> entry = entries.next();
            if (ConsumerConfigs.find(entry.getKey()) == null) {
                entry.getValue().close();
                entries.remove();
            }
        }
    }

    @Override
    public void close() {
        byToken.values().forEach(TopicDictionarySource::close);
        byToken.clear();
        if (own != null) {
            own.close();
            own = null;
        }
    }
}
